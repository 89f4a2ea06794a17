import type { Issue } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { isoTime } from '../../../../lib/time.ts'
import { findVersions, freeSlug, lockIssue, readIssue } from '../../issues/issues.repository.ts'
import { incomplete, issueChanged, nobodyReceives, sentInThePast } from '../../newsletter.errors.ts'
import { countRecipients } from '../../recipients.repository.ts'
import { requireSettings } from '../../require-settings.ts'
import { NEWSLETTER_TOPIC } from '../newsletter-topic.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'now' | 'bus'>

/** Sends the revision that the caller has seen at a time, or now. Whatever would stop it later is said at once. */
export async function scheduleIssue(
  deps: Deps,
  { id, revision, at }: { id: number; revision: number; at: string | null },
  record: RecordAudit,
): Promise<Issue> {
  const { db, config, now, bus } = deps
  const time = isoTime(now())
  const due = at === null ? time : isoTime(Date.parse(at))
  if (due < time) throw sentInThePast()
  requireSettings(config)
  await db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id, ['draft'])
    if (row.revision !== revision) throw issueChanged()
    const versions = await findVersions(trx, id)
    const problem = incomplete(versions)
    if (problem !== undefined) throw problem
    const recipients = await countRecipients(trx)
    const reached = (language: 'en' | 'es') =>
      versions[language] !== null || row.send_other_language === 1 ? recipients[language] : 0
    if (reached('en') + reached('es') === 0) throw nobodyReceives()
    const slug = row.slug ?? (await freeSlug(trx, (versions.en ?? versions.es)?.subject ?? ''))
    await trx
      .updateTable('newsletter_issues')
      .set({ status: 'scheduled', scheduled_at: due, slug, updated_at: time })
      .where('id', '=', id)
      .execute()
    await record(trx, { details: { issue: id, revision, at: due } })
  })
  await bus.publish(NEWSLETTER_TOPIC, String(id))
  return readIssue(deps, id)
}

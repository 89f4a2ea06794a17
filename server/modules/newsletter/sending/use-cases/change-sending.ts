import type { Issue, IssueStatus } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { isoTime } from '../../../../lib/time.ts'
import { lockIssue, readIssue } from '../../issues/issues.repository.ts'
import { requireSettings } from '../../require-settings.ts'
import { NEWSLETTER_TOPIC } from '../newsletter-topic.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'now' | 'bus'>

/** The mail whose transaction is open is still sent. */
const changes = {
  pause: { from: ['scheduled', 'sending'], to: 'paused' },
  resume: { from: ['paused'], to: 'sending' },
  stop: { from: ['sending', 'paused'], to: 'stopped' },
} as const satisfies Record<string, { from: readonly IssueStatus[]; to: IssueStatus }>

/** Pauses, resumes or stops an issue. One that has not begun is a draft again instead of paused. */
export async function changeSending(
  deps: Deps,
  { id, change }: { id: number; change: keyof typeof changes },
  record: RecordAudit,
): Promise<Issue> {
  const { db, config, now, bus } = deps
  if (change === 'resume') requireSettings(config)
  const { from, to } = changes[change]
  await db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id, from)
    const hasBegun = row.started_at !== null
    await trx
      .updateTable('newsletter_issues')
      .set({
        updated_at: isoTime(now()),
        outage: null,
        outage_since: null,
        ...(hasBegun ? { status: to } : { status: 'draft', scheduled_at: null }),
      })
      .where('id', '=', id)
      .execute()
    await record(trx, { details: { issue: id } })
  })
  await bus.publish(NEWSLETTER_TOPIC, String(id))
  return readIssue(deps, id)
}

import type { Issue, IssueInput } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { isoTime } from '../../../../lib/time.ts'
import { issueChanged } from '../../newsletter.errors.ts'
import { findVersions, lockIssue, readIssue, storeVersions } from '../issues.repository.ts'

/** Drafts are saved while somebody writes: the saves within this time are one entry of the audit log. */
const CHANGES_MS = 10 * 60_000

/**
 * Replaces the texts of a draft unless they changed since the revision that the caller read. Saving the texts that are
 * stored already changes nothing, so that a save whose response was lost can be repeated without a conflict.
 */
export async function saveIssue(
  deps: Pick<Dependencies, 'db' | 'config' | 'now'>,
  { id, revision, versions, send_other_language }: IssueInput & { id: number },
  record: RecordAudit,
): Promise<Issue> {
  const time = isoTime(deps.now())
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id, ['draft'])
    const flag = send_other_language ? 1 : 0
    const stored = await findVersions(trx, id)
    const isSame = row.send_other_language === flag && JSON.stringify(stored) === JSON.stringify(inOrder(versions))
    if (!isSame) {
      if (row.revision !== revision) throw issueChanged()
      await storeVersions(trx, { id, versions, time })
      await trx
        .updateTable('newsletter_issues')
        .set({ revision: revision + 1, send_other_language: flag, updated_at: time })
        .where('id', '=', id)
        .execute()
    }
    await record(trx, { details: { issue: id }, onceWithinMs: CHANGES_MS })
  })
  return readIssue(deps, id)
}

/** With the keys in the order of the stored ones. */
function inOrder({ en, es }: IssueInput['versions']): IssueInput['versions'] {
  const ordered = (version: typeof en) =>
    version && { subject: version.subject, preview: version.preview, body: version.body }
  return { en: ordered(en), es: ordered(es) }
}

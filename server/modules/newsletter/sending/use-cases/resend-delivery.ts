import type { Issue } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { isoTime } from '../../../../lib/time.ts'
import { lockIssue, readIssue } from '../../issues/issues.repository.ts'
import { issueNotChangeable } from '../../newsletter.errors.ts'
import { NEWSLETTER_TOPIC } from '../newsletter-topic.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'now' | 'bus'>

/** Queues a mail again that may or may not have been sent, under the same Message-ID; its reader may get it twice. */
export async function resendDelivery(
  deps: Deps,
  { id, delivery_id }: { id: number; delivery_id: number },
  record: RecordAudit,
): Promise<Issue> {
  const { db, now, bus } = deps
  await db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id, ['sending', 'paused', 'sent'])
    const { numUpdatedRows } = await trx
      .updateTable('newsletter_deliveries')
      .set({ status: 'queued', owner: null, next_attempt_at: isoTime(now()) })
      .where('id', '=', delivery_id)
      .where('issue_id', '=', id)
      .where('status', '=', 'in_doubt')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw issueNotChangeable()
    if (row.status === 'sent')
      await trx.updateTable('newsletter_issues').set({ status: 'sending' }).where('id', '=', id).execute()
    await record(trx, { details: { issue: id, delivery: delivery_id } })
  })
  await bus.publish(NEWSLETTER_TOPIC, String(id))
  return readIssue(deps, id)
}

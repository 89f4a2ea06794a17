import type { Issue } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { isoTime } from '../../../../lib/time.ts'
import { lockIssue, readIssue } from '../../issues/issues.repository.ts'
import { issueNotChangeable } from '../../newsletter.errors.ts'
import { requireSettings } from '../../require-settings.ts'
import { NEWSLETTER_TOPIC } from '../newsletter-topic.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'now' | 'bus'>

/**
 * Queues a mail again that was refused, or that may or may not have been sent; without an id every refused one. Each keeps
 * its Message-ID; the reader of a mail in doubt may get it twice.
 */
export async function resendDelivery(
  deps: Deps,
  { id, delivery_id }: { id: number; delivery_id: number | null },
  record: RecordAudit,
): Promise<Issue> {
  const { db, config, now, bus } = deps
  requireSettings(config)
  await db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id, ['sending', 'paused', 'sent'])
    const queued = trx
      .updateTable('newsletter_deliveries')
      .set({ status: 'queued', owner: null, attempts: 0, next_attempt_at: isoTime(now()) })
      .where('issue_id', '=', id)
    const { numUpdatedRows } =
      delivery_id === null
        ? await queued.where('status', '=', 'refused').executeTakeFirst()
        : await queued.where('id', '=', delivery_id).where('status', 'in', ['in_doubt', 'refused']).executeTakeFirst()
    if (numUpdatedRows === 0n) throw issueNotChangeable()
    if (row.status === 'sent')
      await trx.updateTable('newsletter_issues').set({ status: 'sending' }).where('id', '=', id).execute()
    await record(trx, { details: { issue: id, delivery: delivery_id } })
  })
  await bus.publish(NEWSLETTER_TOPIC, String(id))
  return readIssue(deps, id)
}

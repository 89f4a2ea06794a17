import type { Report } from '#contract/objects/feedback.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { mailNotConfigured } from '../../mails/mails.errors.ts'
import { mailReply } from '../mail-reply.ts'
import { repliedMeanwhile, reportChanged } from '../reports.errors.ts'
import { readReport } from '../reports.repository.ts'

interface Reply {
  id: number
  text: string
  /** `replied_at` as the admin saw it. */
  replied_at: string | null
  /** `reported_at` as the admin saw it. */
  reported_at?: string | undefined
}

/**
 * Answers a report by mail, in the user's language. Optimistic locking by `replied_at`: a repeated request, or two
 * admins at once, send one mail. By `reported_at`: no mail answers what its user has changed meanwhile. Throws
 * not_found and conflict.
 */
export async function replyToReport(
  deps: Pick<Dependencies, 'config' | 'db' | 'mails' | 'now'>,
  { id, text, replied_at, reported_at }: Reply,
  record: RecordAudit,
): Promise<Report> {
  if (deps.config.mail.smtpUrl === null) throw mailNotConfigured()
  const report = await deps.db.transaction().execute(async (trx) => {
    const { user, ...stored } = await readReport(trx, id)
    const seen = reported_at ?? stored.reported_at
    const { numUpdatedRows } = await trx
      .updateTable('message_feedback')
      .set({ replied_at: isoTime(deps.now()) })
      .where('id', '=', id)
      .where('reported_at', '=', seen)
      .where('replied_at', replied_at === null ? 'is' : '=', replied_at)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      throw (await readReport(trx, id)).reported_at === seen ? repliedMeanwhile() : reportChanged()
    }
    await record(trx, { subject: { kind: 'user', id: user.id }, details: { report: id } })
    return readReport(trx, id)
  })
  mailReply(deps, report, text)
  return report
}

import { randomUUID } from 'node:crypto'
import type { ReportedExchange } from '#contract/objects/ratings/reported-exchange.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { exchangeNotReported } from '../ratings.errors.ts'
import { mailWithdrawal } from './mail-withdrawal.ts'
import { readReportedExchange } from './reported-exchanges.repository.ts'

/** Reading an exchange again within this time adds no second audit entry, because the screen refetches it. */
const SAME_VISIT_MS = 60 * 60 * 1000

/** Records the access in the audit log, without the author, whose id would tell who wrote the texts. */
export async function getReportedExchange(
  { db }: Pick<Dependencies, 'db'>,
  id: string,
  record: RecordAudit,
): Promise<ReportedExchange> {
  const exchange = await readReportedExchange(db, id)
  await record(db, { details: { exchange: id }, onceWithinMs: SAME_VISIT_MS })
  return exchange
}

/** Dismisses the reports until the given time, so that validators get the exchange again. Throws not_found. */
export function dismissReports(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { id, reported_at }: { id: string; reported_at: string },
  record: RecordAudit,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { reports } = await readReportedExchange(trx, id)
    await trx
      .updateTable('exchange_ratings')
      .set({ dismissed_at: isoTime(now()) })
      .where('exchange_id', '=', id)
      .where('kind', '=', 'report')
      .where('dismissed_at', 'is', null)
      .where('created_at', '<=', reported_at)
      .execute()
    const dismissed = reports.filter((report) => report.reported_at <= reported_at)
    await record(trx, { details: { exchange: id, reports: dismissed.length } })
  })
}

/**
 * Deletes the exchange with its ratings, as a withdrawal by its author does. A row without texts shows the author that
 * it was withdrawn; it has a new id, so that nobody rates it. A confirmed address is mailed too. Throws not_found.
 */
export async function withdrawReported(
  deps: Pick<Dependencies, 'config' | 'db' | 'mails'>,
  id: string,
  record: RecordAudit,
): Promise<void> {
  const author = await deps.db.transaction().execute(async (trx) => {
    const { reports } = await readReportedExchange(trx, id)
    const offer = await trx
      .deleteFrom('offered_exchanges')
      .where('id', '=', id)
      .returning(['user_id', 'message_id', 'chat_id', 'language', 'offered_at'])
      .executeTakeFirst()
    if (offer === undefined) throw exchangeNotReported()
    await trx
      .insertInto('offered_exchanges')
      .values({ ...offer, id: randomUUID(), question: '', answer: '' })
      .execute()
    await record(trx, { details: { exchange: id, reports: reports.length } })
    const user = await trx
      .selectFrom('users')
      .select(['id', 'email', 'email_verified', 'first_name', 'language'])
      .where('id', '=', offer.user_id)
      .executeTakeFirstOrThrow()
    return { ...user, chatId: offer.chat_id }
  })
  // An address that nobody has confirmed may be a stranger's.
  if (author.email_verified === 1) mailWithdrawal(deps, author)
}

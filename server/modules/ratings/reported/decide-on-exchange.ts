import type { ReportedExchange } from '#contract/objects/ratings/reported-exchange.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { readReportedExchange } from './reported-exchanges.repository.ts'

/** Opening it again within this time leaves no second entry: the screen reads it again. */
const SAME_VISIT_MS = 60 * 60 * 1000

/** Each access is recorded, without the author: an audit that named them would tell who wrote the texts. */
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

/** Deletes the exchange with all that was said of it, as a withdrawal by its author does. Throws not_found. */
export function withdrawReported({ db }: Pick<Dependencies, 'db'>, id: string, record: RecordAudit): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { reports } = await readReportedExchange(trx, id)
    await trx.deleteFrom('offered_exchanges').where('id', '=', id).execute()
    await record(trx, { details: { exchange: id, reports: reports.length } })
  })
}

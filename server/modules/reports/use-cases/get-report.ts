import type { Report } from '#contract/objects/feedback.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { readReport } from '../reports.repository.ts'

/** Opening it again within this time leaves no second entry: the screen reads it again after each change. */
const SAME_VISIT_MS = 60 * 60 * 1000

/** Each access is recorded, because it may show texts of a user. Throws not_found. */
export async function getReport({ db }: Pick<Dependencies, 'db'>, id: number, record: RecordAudit): Promise<Report> {
  const report = await readReport(db, id)
  const details = { report: id, exchange: report.exchange !== null }
  await record(db, { subject: { kind: 'user', id: report.user.id }, details, onceWithinMs: SAME_VISIT_MS })
  return report
}

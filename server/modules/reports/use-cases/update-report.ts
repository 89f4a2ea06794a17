import type { Report, ReportState } from '#contract/objects/feedback.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { readReport } from '../reports.repository.ts'

/** Resolves a report or opens it again. Throws not_found. */
export function updateReport(
  { db }: Pick<Dependencies, 'db'>,
  { id, state }: { id: number; state: ReportState },
  record: RecordAudit,
): Promise<Report> {
  return db.transaction().execute(async (trx) => {
    const { user } = await readReport(trx, id)
    await trx.updateTable('message_feedback').set({ state }).where('id', '=', id).execute()
    await record(trx, { subject: { kind: 'user', id: user.id }, details: { report: id, state } })
    return readReport(trx, id)
  })
}

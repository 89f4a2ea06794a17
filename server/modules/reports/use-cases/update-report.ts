import type { Report, ReportState } from '#contract/objects/feedback.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { reportChanged } from '../reports.errors.ts'
import { readReport } from '../reports.repository.ts'

interface Change {
  id: number
  state: ReportState
  /** As the admin saw it. */
  reported_at?: string | undefined
}

/** Resolves a report or opens it again. Throws not_found; conflict when its user has changed it meanwhile. */
export function updateReport(
  { db }: Pick<Dependencies, 'db'>,
  { id, state, reported_at }: Change,
  record: RecordAudit,
): Promise<Report> {
  return db.transaction().execute(async (trx) => {
    const { user } = await readReport(trx, id)
    const { numUpdatedRows } = await trx
      .updateTable('message_feedback')
      .set({ state })
      .where('id', '=', id)
      .$if(reported_at !== undefined, (query) => query.where('reported_at', '=', reported_at ?? null))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw reportChanged()
    await record(trx, { subject: { kind: 'user', id: user.id }, details: { report: id, state } })
    return readReport(trx, id)
  })
}

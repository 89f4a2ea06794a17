import type { AuditSelection } from '#contract/objects/admin/audit.ts'
import type { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type ChainedEntry, findAuditIds, readAudit } from '../../audit/audit.repository.ts'
import { toAuditEntries } from '../../audit/use-cases/to-audit-entries.ts'
import { type Column, csvPages, pagesOfIds } from '../csv-pages.ts'

type Row = { row: ChainedEntry; entry: AuditEntry }

const columns: readonly Column<Row>[] = [
  ['position', ({ row }) => row.position],
  ['id', ({ entry }) => entry.id],
  ['at', ({ entry }) => entry.created_at],
  ['actor_kind', ({ entry }) => entry.actor_kind],
  ['actor_id', ({ entry }) => entry.actor],
  ['actor', ({ entry }) => entry.actor_name],
  ['action', ({ entry }) => entry.action],
  ['subject_kind', ({ entry }) => entry.subject_kind],
  ['subject_id', ({ entry }) => entry.subject],
  ['subject', ({ entry }) => entry.subject_name],
  ['details', ({ row }) => row.details],
  ['hash', ({ row }) => row.hash],
]

/** The audit log as CSV, oldest first. */
export async function exportAudit(
  { db }: Pick<Dependencies, 'db'>,
  selection: AuditSelection,
): Promise<AsyncGenerator<string, void>> {
  const read = async (ids: readonly number[]): Promise<Row[]> => {
    const rows = await readAudit(db, ids)
    const entries = new Map((await toAuditEntries(db, rows)).map((entry) => [entry.id, entry]))
    return rows.flatMap((row) => {
      const entry = entries.get(row.id)
      return entry === undefined ? [] : [{ row, entry }]
    })
  }
  return csvPages(columns, pagesOfIds(await findAuditIds(db, selection), read))
}

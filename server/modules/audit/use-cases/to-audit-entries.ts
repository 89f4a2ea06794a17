import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { AuditTable } from '../../../db/schema/schema-accounts.ts'
import { type Names, namesOf } from './names-of.ts'

/** Entries in the form of the API, with the current names. */
export async function toAuditEntries(
  db: Kysely<Database>,
  rows: readonly Selectable<AuditTable>[],
): Promise<AuditEntry[]> {
  const names = await namesOf(db, rows)
  return rows.map((row) => toEntry(row, names))
}

function toEntry(row: Selectable<AuditTable>, { users, plans }: Names): AuditEntry {
  const named = row.subject_kind === 'user' ? users : row.subject_kind === 'plan' ? plans : undefined
  return {
    id: row.id,
    actor: row.actor_id,
    actor_name: users.get(row.actor_id ?? 0) ?? null,
    actor_kind: row.actor_kind,
    action: row.action,
    subject: row.subject_id === null ? null : String(row.subject_id),
    subject_kind: row.subject_kind,
    subject_name: named?.get(row.subject_id ?? 0) ?? null,
    detail: v.parse(AuditEntry.entries.detail, JSON.parse(row.details)),
    created_at: row.at,
  }
}

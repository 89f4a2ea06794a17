import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { AuditEntry } from '#contract/objects/user.ts'
import type { Database } from '../../db/schema.ts'
import type { AuditTable } from '../../db/schema-accounts.ts'

interface Page {
  page?: number | undefined
  page_size?: number | undefined
}

const PAGE_SIZE = 50

/** Newest first, by page from 1; `count` is of all. */
export async function listAudit(
  db: Kysely<Database>,
  { page = 1, page_size = PAGE_SIZE }: Page,
): Promise<{ count: number; results: AuditEntry[] }> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { count, results: rows.map(toEntry) }
}

function toEntry(row: Selectable<AuditTable>): AuditEntry {
  return {
    id: row.id,
    actor: row.actor_id,
    actor_kind: row.actor_kind,
    action: row.action,
    subject: row.subject_id === null ? null : String(row.subject_id),
    subject_kind: row.subject_kind,
    detail: v.parse(AuditEntry.entries.detail, JSON.parse(row.details)),
    created_at: row.at,
  }
}

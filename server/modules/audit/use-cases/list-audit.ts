import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { AuditEntry } from '#contract/objects/user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { AuditTable } from '../../../db/schema/schema-accounts.ts'
import { type Names, namesOf } from './names-of.ts'

interface Sought {
  /** Matches entries by this user and entries about them. */
  user_id?: number | undefined
  page?: number | undefined
  page_size?: number | undefined
}

const PAGE_SIZE = 50

/** Newest first, by page from 1; `count` is the total. */
export async function listAudit(
  db: Kysely<Database>,
  { user_id, page = 1, page_size = PAGE_SIZE }: Sought,
): Promise<{ count: number; results: AuditEntry[] }> {
  const entries = db
    .selectFrom('audit')
    .$if(user_id !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('actor_id', '=', user_id ?? 0),
          eb.and([eb('subject_kind', '=', 'user'), eb('subject_id', '=', user_id ?? 0)]),
        ]),
      ),
    )
  const { count } = await entries.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await entries
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const names = await namesOf(db, rows)
  return { count, results: rows.map((row) => toEntry(row, names)) }
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

import type { Kysely } from 'kysely'
import type { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { toAuditEntries } from './to-audit-entries.ts'

interface Sought {
  /** Matches entries by this user and entries about them. */
  user_id?: number | undefined
  /** Matches views of this user's page. */
  viewed?: number | undefined
  page?: number | undefined
  page_size?: number | undefined
}

const PAGE_SIZE = 50

/** Newest first, by page from 1; `count` is the total. */
export async function listAudit(
  db: Kysely<Database>,
  { user_id, viewed, page = 1, page_size = PAGE_SIZE }: Sought,
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
    .$if(viewed !== undefined, (query) =>
      query
        .where('subject_kind', '=', 'user')
        .where('subject_id', '=', viewed ?? 0)
        .where('action', '=', 'user.viewed'),
    )
  const { count } = await entries.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await entries
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { count, results: await toAuditEntries(db, rows) }
}

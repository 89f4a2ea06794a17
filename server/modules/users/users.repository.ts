import { type Kysely, sql } from 'kysely'
import type { userFlags } from '#contract/endpoints/admin.ts'
import type { Database } from '../../db/schema/schema.ts'
import { matchesQuery } from '../../db/search/user-index.ts'
import type { UserRow } from '../accounts/accounts.repository.ts'

interface Sought {
  search?: string | undefined
  flag?: (typeof userFlags)[number] | undefined
}

export async function countUsers(db: Kysely<Database>, sought: Sought): Promise<number> {
  const { count } = await matching(db, sought)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export function findUsers(
  db: Kysely<Database>,
  sought: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<UserRow[]> {
  return matching(db, sought).selectAll('users').orderBy('users.id', 'desc').limit(limit).offset(offset).execute()
}

function matching(db: Kysely<Database>, { search = '', flag }: Sought) {
  let query = db.selectFrom('users')
  // The value is a literal, because a partial index is not used with a parameter.
  if (flag !== undefined) query = query.where(sql<boolean>`${sql.ref(flag)} = 1`)
  if (search.trim() === '') return query
  return query.where((eb) => matchesQuery(eb, search) ?? sql<boolean>`1 = 0`)
}

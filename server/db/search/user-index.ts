import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold, indexTokens, queryTerms } from '#contract/search-tokens.ts'
import type { Database } from '../schema/schema.ts'

interface Named {
  id: number
  email: string
  username: string
  first_name: string
  last_name: string
}

/** Sorts after every character, so that it ends the range of a prefix. */
const LAST = '\u{10FFFF}'

const AT_ONCE = 1000

const tokensOf = ({ email, username, first_name, last_name }: Named): string[] =>
  indexTokens([first_name, last_name, username, email].join(' '))

/**
 * What lists of users are sorted by: the name without accents and capitals, or the address of a user without a name.
 */
const nameKeyOf = ({ first_name, last_name, email }: Named): string =>
  fold(`${first_name} ${last_name}`.trim() || email)

/** Updates the search tokens and the sort key of a user. Runs in the transaction that writes the user's row. */
export async function indexUser(trx: Kysely<Database>, user: Named): Promise<void> {
  await trx.deleteFrom('user_words').where('user_id', '=', user.id).execute()
  await insert(trx, [user])
  await trx
    .updateTable('users')
    .set({ name_key: nameKeyOf(user) })
    .where('id', '=', user.id)
    .execute()
}

/** Indexes the tokens of all users, for the migration. */
export async function indexUsers(db: Kysely<Database>): Promise<void> {
  for await (const users of allUsers(db)) await insert(db, users)
}

/** Sets the sort keys of all users, for the migration. */
export async function setNameKeys(db: Kysely<Database>): Promise<void> {
  for await (const users of allUsers(db)) {
    const keys = users.map((user) => sql`(${sql.lit(user.id)}, cast(${nameKeyOf(user)} as text))`)
    await sql`update users set name_key = named.column2 from (values ${sql.join(keys)}) as named
      where users.id = named.column1`.execute(db)
  }
}

async function* allUsers(db: Kysely<Database>): AsyncGenerator<Named[], void> {
  for (let after = 0; ; ) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'email', 'username', 'first_name', 'last_name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const last = users.at(-1)
    if (last === undefined) return
    yield users
    after = last.id
  }
}

/** Whether the user with this id matches all terms of the query as prefixes; nobody matches a query without terms. */
export function matchesQuery(
  id: 'users.id' | 'subscriptions.user_id' | 'audit.actor_id' | 'audit.subject_id',
  query: string,
): RawBuilder<SqlBool> {
  const terms = queryTerms(query)
  if (terms.length === 0) return sql`1 = 0`
  const found = terms.map(
    (term) => sql`${sql.ref(id)} in (select user_id from user_words where word >= ${term} and word < ${term + LAST})`,
  )
  return sql`(${sql.join(found, sql` and `)})`
}

/**
 * Whether the names of the user contain all terms of the query. The index has the words of addresses too, and the sort
 * key of a user without a name is the address.
 */
export function isInName(query: string): RawBuilder<SqlBool> {
  const terms = queryTerms(query)
  if (terms.length === 0) return sql`1 = 0`
  const found = terms.map((term) => {
    const pattern = `%${term}%`
    return sql`(users.name_key like ${pattern} or replace(users.name_key, 'ñ', 'n') like ${pattern})`
  })
  return sql`((users.first_name <> '' or users.last_name <> '') and ${sql.join(found, sql` and `)})`
}

async function insert(db: Kysely<Database>, users: readonly Named[]): Promise<void> {
  const rows = users.flatMap((user) => tokensOf(user).map((token) => ({ word: token, user_id: user.id })))
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await db
      .insertInto('user_words')
      .values(rows.slice(from, from + AT_ONCE))
      .execute()
  }
}

import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { indexTokens, queryTerms } from '#contract/search-tokens.ts'
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

/** Updates the tokens of a user's names and address. Runs in the transaction that writes the user's row. */
export async function putUserTokens(trx: Kysely<Database>, user: Named): Promise<void> {
  await trx.deleteFrom('user_words').where('user_id', '=', user.id).execute()
  await insert(trx, [user])
}

/** Indexes all users, for the migration. */
export async function indexUsers(db: Kysely<Database>): Promise<void> {
  for (let after = 0; ; ) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'email', 'username', 'first_name', 'last_name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    await insert(db, users)
    const last = users.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Whether a user of `users` matches all terms of the query as prefixes; undefined for a query without terms. */
export function matchesQuery(eb: ExpressionBuilder<Database, 'users'>, query: string): Expression<SqlBool> | undefined {
  const terms = queryTerms(query)
  if (terms.length === 0) return undefined
  return eb.and(
    terms.map((term) =>
      eb(
        'users.id',
        'in',
        eb
          .selectFrom('user_words')
          .select('user_words.user_id')
          .where('user_words.word', '>=', term)
          .where('user_words.word', '<', term + LAST),
      ),
    ),
  )
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

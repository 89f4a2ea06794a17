import type { Kysely, Selectable } from 'kysely'
import type { Database } from './schema/schema.ts'

/**
 * Locks a user; undefined when the user was deleted. Every transaction that changes a user's subscriptions or counts the
 * tokens left takes this lock, after those of chats. Rows that only reference the user do not wait for it. SQLite has
 * one writer anyway.
 */
export function lockUser(trx: Kysely<Database>, id: number): Promise<Selectable<Database['users']> | undefined> {
  const user = trx.selectFrom('users').selectAll().where('id', '=', id)
  return user.forNoKeyUpdate().executeTakeFirst()
}

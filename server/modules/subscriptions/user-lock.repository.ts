import type { Kysely } from 'kysely'
import type { Engine } from '../../db/database.ts'
import type { Database } from '../../db/schema/schema.ts'

/**
 * Locks a user; false when the user was deleted. Every transaction that changes a user's subscriptions or counts the
 * tokens left takes this lock, after those of chats. Rows that only reference the user do not wait for it. SQLite has
 * one writer anyway.
 */
export async function lockUser(trx: Kysely<Database>, engine: Engine, userId: number): Promise<boolean> {
  const user = trx.selectFrom('users').select('id').where('id', '=', userId)
  return (await (engine === 'postgres' ? user.forNoKeyUpdate() : user).executeTakeFirst()) !== undefined
}

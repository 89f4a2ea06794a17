import type { Kysely } from 'kysely'
import type { Engine } from '../../db/database.ts'
import type { Database } from '../../db/schema/schema.ts'

/**
 * Whoever changes what a user has bought, or counts what is left of it, takes this lock; false when the user is
 * gone. Behind the locks of chats, and shared with rows that only name the user. SQLite has one writer anyway.
 */
export async function lockUser(trx: Kysely<Database>, engine: Engine, userId: number): Promise<boolean> {
  const user = trx.selectFrom('users').select('id').where('id', '=', userId)
  return (await (engine === 'postgres' ? user.forNoKeyUpdate() : user).executeTakeFirst()) !== undefined
}

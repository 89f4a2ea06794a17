import type { Kysely } from 'kysely'
import type { Engine } from '../../db/database.ts'
import type { Database } from '../../db/schema/schema.ts'

/**
 * Whoever changes what a person has bought, or counts what is left of it, takes this lock; false when the person is
 * gone. Behind the locks of chats, and shared with rows that only name the person. SQLite has one writer anyway.
 */
export async function lockPerson(trx: Kysely<Database>, engine: Engine, userId: number): Promise<boolean> {
  const person = trx.selectFrom('users').select('id').where('id', '=', userId)
  return (await (engine === 'postgres' ? person.forNoKeyUpdate() : person).executeTakeFirst()) !== undefined
}

import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './schema/schema.ts'

/** Bytes of a key. PostgreSQL moves values of rows above 2 kB into another table; its index takes at most 2,704. */
const LENGTH = 1_900
/** Together the rows exceed a database page (8 kB), so that the files must grow and a full disk is detected. */
const ROWS = 5

/**
 * Inserts rows and deletes them, in one transaction. The keys are random, because PostgreSQL's index compresses
 * repetitive ones to a few bytes. Throws the database's error when nothing can be written.
 */
export async function checkWritable(db: Kysely<Database>, processId: string): Promise<void> {
  const prefix = `ready:${processId}:`
  const keys = Array.from({ length: ROWS }, () => (prefix + randomBytes(LENGTH).toString('base64url')).slice(0, LENGTH))
  await db.transaction().execute(async (trx) => {
    const window_ends_at = new Date(0).toISOString()
    await trx
      .insertInto('rate_limits')
      .values(keys.map((key) => ({ key, count: 0, window_ends_at })))
      .execute()
    await trx.deleteFrom('rate_limits').where('key', 'in', keys).execute()
  })
}

import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** More than is left on a page of the database that is in use, so that a full disk shows. */
const LENGTH = 2_000

/** Stores a row and removes it, in one transaction. Throws the database's error when nothing can be written. */
export async function checkWritable(db: Kysely<Database>, processId: string): Promise<void> {
  const key = `ready:${processId}:`.padEnd(LENGTH, '-')
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('rate_limits')
      .values({ key, count: 0, window_ends_at: new Date(0).toISOString() })
      .execute()
    await trx.deleteFrom('rate_limits').where('key', '=', key).execute()
  })
}

import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine-of.ts'
import type { Database } from './schema/schema.ts'

/**
 * Runs `work`, whose commits on SQLite do not wait for the disk: only for what may be lost in a power cut. Commits
 * never change their order, so what is committed later with a wait includes what was committed here. Not in a
 * transaction.
 */
export async function withoutSync<T>(db: Kysely<Database>, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  if (engineOf(db) === 'postgres') return work(db)
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}

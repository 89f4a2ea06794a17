import type { Kysely } from 'kysely'
import type { Database } from './schema/schema.ts'

/** Runs `use` in the given transaction, or in a new one when `db` is none. */
export function inTransaction<T>(db: Kysely<Database>, use: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.isTransaction ? use(db) : db.transaction().execute(use)
}

import type { Kysely } from 'kysely'
import type { Database } from './schema/schema.ts'

/** Does it in the transaction that is given, or in one of its own. */
export function inTransaction<T>(db: Kysely<Database>, use: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.isTransaction ? use(db) : db.transaction().execute(use)
}

import { type Kysely, PostgresAdapter } from 'kysely'
import type { Engine } from './database.ts'
import type { Database } from './schema/schema.ts'

/** The engine of a connection or transaction, so that callers need not pass it along. */
export const engineOf = (db: Kysely<Database>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

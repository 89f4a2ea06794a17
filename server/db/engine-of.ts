import { type Kysely, PostgresAdapter } from 'kysely'
import type { Engine } from './database.ts'
import type { Database } from './schema/schema.ts'

/** Which engine a connection or transaction is on, so that whoever stores a text need not know. */
export const engineOf = (db: Kysely<Database>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

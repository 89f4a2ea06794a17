import { type Kysely, sql } from 'kysely'
import type { Database } from './schema/schema.ts'

const TABLE = 'kysely_migration'

/** The names of the migrations that the database has, oldest first; empty for a new database. */
export async function readExecuted(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === TABLE)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by timestamp, name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

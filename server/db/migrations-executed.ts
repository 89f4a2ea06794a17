import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine-of.ts'
import type { Database } from './schema/schema.ts'

const TABLE = 'kysely_migration'

/** The names of the migrations that the database has, oldest first; empty for a new database. */
export async function readExecuted(db: Kysely<Database>): Promise<string[]> {
  // Asks for this table alone: describing every table of the database takes most of a start.
  const found =
    engineOf(db) === 'postgres'
      ? sql`select 1 where to_regclass(${TABLE}) is not null`
      : sql`select 1 from sqlite_master where type = 'table' and name = ${TABLE}`
  if ((await found.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by timestamp, name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

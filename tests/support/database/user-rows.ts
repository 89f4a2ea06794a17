import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'

type Column = readonly [table: string, column: string]
const known = new WeakMap<Kysely<Database>, Promise<Column[]>>()

/** Every row with the user's id in a column `user_id`, and the user's own row; as text, for comparison. */
export async function rowsOfUser(db: Kysely<Database>, userId: number): Promise<Record<string, string[]>> {
  const columns = known.get(db) ?? columnsOf(db)
  known.set(db, columns)
  const found: Record<string, string[]> = {}
  for (const [table, column] of await columns) {
    const { rows } = await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
    found[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return found
}

async function columnsOf(db: Kysely<Database>): Promise<Column[]> {
  const tables = await db.introspection.getTables()
  const owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
  return [['users', 'id'], ...owned.map(({ name }): Column => [name, 'user_id'])]
}

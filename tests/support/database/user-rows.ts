import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '#server/db/engine-of.ts'
import type { Database } from '#server/db/schema/schema.ts'

type Column = readonly [table: string, column: string]
type Rows = Record<string, string[]>
const known = new WeakMap<Kysely<Database>, Promise<Column[]>>()

/** Every row with the user's id in a column `user_id`, and the user's own row; as JSON, for comparison. */
export async function rowsOfUser(db: Kysely<Database>, userId: number): Promise<Rows> {
  const columns = known.get(db) ?? columnsOf(db)
  known.set(db, columns)
  const found =
    engineOf(db) === 'postgres' ? await atOnce(db, await columns, userId) : await each(db, await columns, userId)
  for (const rows of Object.values(found)) rows.sort()
  return found
}

async function each(db: Kysely<Database>, columns: readonly Column[], userId: number): Promise<Rows> {
  const found: Rows = {}
  for (const [table, column] of columns) {
    const { rows } = await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db)
    found[table] = rows.map((row) => JSON.stringify(row))
  }
  return found
}

/** In one statement: the tests that compare all rows of a user ask hundreds of times. */
async function atOnce(db: Kysely<Database>, columns: readonly Column[], userId: number): Promise<Rows> {
  const found: Rows = Object.fromEntries(columns.map(([table]) => [table, []]))
  const parts = columns.map(
    ([table, column]): RawBuilder<unknown> =>
      sql`select ${table}::text as name, to_jsonb(t)::text as line from ${sql.table(table)} t where ${sql.ref(column)} = ${userId}::bigint`,
  )
  const all = sql<{ name: string; line: string }>`${sql.join(parts, sql` union all `)}`
  for (const { name, line } of (await all.execute(db)).rows) found[name]?.push(line)
  return found
}

async function columnsOf(db: Kysely<Database>): Promise<Column[]> {
  const tables = await db.introspection.getTables()
  const owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
  return [['users', 'id'], ...owned.map(({ name }): Column => [name, 'user_id'])]
}

import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'

/** Every row of every table as one line of text, read from the live database. */
export type Dump = Map<string, string[]>

/** The tables and columns of the live database, without those of the migrator and of SQLite's word index. */
export async function liveTables(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables
      .filter(({ name }) => !name.startsWith('kysely_') && !name.startsWith('search_words'))
      .map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  )
}

export async function dump(db: Kysely<Database>): Promise<Dump> {
  const all: Dump = new Map()
  for (const table of (await liveTables(db)).keys()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    all.set(table, rows.map(lineOf).sort())
  }
  return all
}

const lineOf = (row: Record<string, unknown>): string =>
  JSON.stringify(row, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )

/** The rows that contain any of the words, in whatever column, as `table: row`. */
export function findRowsWith(all: Dump, words: readonly (string | number)[]): string[] {
  return [...all].flatMap(([table, rows]) =>
    rows.filter((row) => words.some((word) => row.includes(String(word)))).map((row) => `${table}: ${row}`),
  )
}

/** Makes user ids start at numbers that occur nowhere by chance, so that any column with such an id is found. */
export async function startUserIdsAt(db: Kysely<Database>, engine: 'sqlite' | 'postgres', first: number) {
  if (engine === 'postgres') await sql.raw(`alter table users alter column id restart with ${first}`).execute(db)
  else await sql`insert into sqlite_sequence (name, seq) values ('users', ${first - 1})`.execute(db)
}

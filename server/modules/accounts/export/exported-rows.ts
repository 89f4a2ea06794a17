import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { ExportedAs, ExportedTable } from './rule-types.ts'

export type Row = Readonly<Record<string, unknown>>

/** Rows of a page. Answers have at most 400,000 characters, so that a page fits into memory. */
const PAGE = 100

/** The rows of a table in the order of its key, read page by page on demand. */
export async function* rowsOf(
  db: Kysely<Database>,
  table: string,
  { key, columns }: ExportedTable,
  own: RawBuilder<SqlBool>,
): AsyncGenerator<Row> {
  const order = sql.join(key.map((name) => sql.ref(name)))
  const all = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  for (let after: unknown[] | undefined; ; ) {
    const rest = after === undefined ? sql`` : sql`and (${order}) > (${sql.join(after)})`
    const page = sql<Row>`select ${all} from ${sql.table(table)} where ${own} ${rest} order by ${order} limit ${PAGE}`
    const { rows } = await page.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = key.map((name) => last[name])
  }
}

/** A row without the columns that are left out, and without the bytes of the file store. */
export function toExportedRow(row: Row, { columns }: ExportedTable, userId: number): Row {
  const exported = Object.entries(columns).flatMap(([name, how]) =>
    typeof how === 'object' || how === 'object' ? [] : [[name, toExportedValue(row[name], how, userId)] as const],
  )
  return Object.fromEntries(exported)
}

function toExportedValue(value: unknown, how: Exclude<ExportedAs, object | 'object'>, userId: number): unknown {
  if (value === null || how === 'value') return value
  if (how === 'flag') return value === 1
  if (how === 'who') return value === userId ? 'you' : 'somebody else'
  if (how === 'json') return JSON.parse(String(value))
  if (how === 'host') return new URL(String(value)).host
  return `data:image/webp;base64,${Buffer.from(value as Uint8Array).toString('base64')}`
}

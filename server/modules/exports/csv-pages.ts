import { BYTE_ORDER_MARK, csvRow } from './csv.ts'

const PAGE = 500

type Row = Readonly<Record<string, string | number | boolean | null>>

/** The name of a column, and how its value is read from a row. */
export type Column<R> = readonly [name: string, of: (row: R) => Row[string]]

/** Streams a whole table as CSV, reading pages after the last id (keyset pagination), so that memory use is bounded. */
export async function* csvPages<R extends { id: number }>(
  columns: readonly Column<R>[],
  page: (after: number, limit: number) => Promise<readonly R[]>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvRow(columns.map(([name]) => name))
  for (let after = 0; ; ) {
    const rows = await page(after, PAGE)
    if (rows.length > 0) yield rows.map((row) => csvRow(columns.map(([, of]) => of(row)))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.id
  }
}

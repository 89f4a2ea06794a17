import { BYTE_ORDER_MARK, csvRow } from './csv.ts'

const PAGE = 500

type Row = Readonly<Record<string, string | number | boolean | null>>

/** The name of a column, and how its value is read from a row. */
export type Column<R> = readonly [name: string, of: (row: R) => Row[string]]

/** Streams rows as CSV by pages, so that memory use is bounded. */
export async function* csvPages<R>(
  columns: readonly Column<R>[],
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvRow(columns.map(([name]) => name))
  for await (const rows of pages) {
    if (rows.length > 0) yield rows.map((row) => csvRow(columns.map(([, of]) => of(row)))).join('')
  }
}

/** Reads the rows of a list of ids page by page, so that only the ids and one page of rows are in memory. */
export async function* pagesOfIds<R>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[], void> {
  for (let from = 0; from < ids.length; from += PAGE) yield await read(ids.slice(from, from + PAGE))
}

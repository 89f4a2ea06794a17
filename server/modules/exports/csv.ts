type Cell = string | number | boolean | null

/** What a spreadsheet interprets as a formula, also after spaces and with full-width characters. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
const SPECIAL = /[",\r\n]|^\s|\s$/

/** Spreadsheets read a file as UTF-8 only with this mark at its start. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * One record in the format of RFC 4180. A cell that a spreadsheet would run as a formula gets a leading apostrophe,
 * because users choose their names themselves (CSV injection).
 */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

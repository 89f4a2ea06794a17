type Cell = string | number | boolean | null

/** What a spreadsheet takes for a formula, also behind spaces and in the wide forms of East Asian keyboards. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
const SPECIAL = /[",\r\n]|^\s|\s$/

/** Read as UTF-8 by spreadsheets only with this mark before it. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * One record as RFC 4180 has it. Text that a spreadsheet would run as a formula gets an apostrophe before it, because users
 * choose their names themselves.
 */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type Row = readonly [what: string, value: string, aim?: string]

/** Prints rows as a Markdown table, for pasting into a discussion. */
export function printTable(title: string, rows: readonly Row[]): void {
  const header: Row = ['what', 'measured', 'aim']
  const all = [header, ...rows]
  const width = (column: number) => Math.max(...all.map((row) => (row[column] ?? '').length))
  const widths = [width(0), width(1), width(2)]
  const line = (row: readonly (string | undefined)[]) =>
    `| ${widths.map((size, column) => (row[column] ?? '').padEnd(size)).join(' | ')} |`
  console.log(`\n## ${title}\n`)
  console.log(line(header))
  console.log(line(widths.map((size) => '-'.repeat(size))))
  for (const row of rows) console.log(line(row))
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`
export const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)}×`

/** The value below which the share `p` (0 to 1) of the numbers lies; NaN for none. */
export function quantile(numbers: readonly number[], p: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

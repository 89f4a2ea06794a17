import type { Row } from './build-rows.ts'

/** Returns the ids of unfinished answers, in the order in which the server writes them one after another. */
export function listStreaming(rows: readonly Row[]): string[] {
  return rows
    .flatMap((row) => (row.kind === 'answer' ? row.versions.filter(({ status }) => status === 'streaming') : []))
    .sort((a, b) => a.seq - b.seq)
    .map(({ id }) => id)
}

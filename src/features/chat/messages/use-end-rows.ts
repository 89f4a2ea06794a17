import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import type { Row } from './build-rows.ts'
import { idOf } from './render-row.tsx'

/** As many as fill a tall screen, even of short ones. */
const END = 10
/** As the end grows by what is said, it is cut back to `END` before it is longer than this. */
const LONGEST = 40
const NONE: readonly Row[] = []

/**
 * A chat's rows in two. Its end stands in the page as it is: what is said next, and each word that streams in, is laid
 * out once, by the browser. What is `above` is for the virtualizer, and comes once the end was painted.
 * `mayCut`: nobody is held to a row that would be drawn anew above.
 */
export function useEndRows(
  rows: readonly Row[],
  mayCut: () => boolean,
): { above: readonly Row[]; end: readonly Row[] } {
  const [first, setFirst] = useState(() => firstOfEnd(rows))
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])

  const found = rows.findIndex((row) => idOf(row) === first)
  const at = found < 0 ? Math.max(0, rows.length - END) : found
  // Deleted, or another branch is looked at.
  if (found < 0 && rows.length > 0) setFirst(firstOfEnd(rows))

  const isLong = rows.length - at > LONGEST
  useEffect(() => {
    if (!isLong) return
    return afterPaint(() => {
      if (mayCut()) startTransition(() => setFirst(firstOfEnd(rows)))
    })
  }, [isLong, rows, mayCut])

  return { above: useSame(isPainted ? rows.slice(0, at) : NONE), end: rows.slice(at) }
}

const firstOfEnd = (rows: readonly Row[]): string | undefined => {
  const row = rows.at(-END) ?? rows[0]
  return row && idOf(row)
}

/** The list of before, when it holds the same rows. */
function useSame(rows: readonly Row[]): readonly Row[] {
  const [same, setSame] = useState(rows)
  if (same.length === rows.length && same.every((row, index) => row === rows[index])) return same
  setSame(rows)
  return rows
}

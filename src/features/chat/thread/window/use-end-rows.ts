import { startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '#lib/timing/after-paint.ts'
import type { Row } from '../rows/build-rows.ts'
import { idOf } from '../rows/render-row.tsx'

/** As many as fill a tall screen, even of short ones. */
const END = 10
/** An end that has grown longer than this, by what was said, is cut to `CUT`: more than any screen shows. */
const LONGEST = 40
const CUT = 20
const NONE: readonly Row[] = []

/**
 * A chat's rows in two. Its end stands in the page as it is: what is said next, and each word that streams in, is laid
 * out once, by the browser. What is `older` is for the virtualizer, and comes once the end was painted.
 * `mayCut`: nobody is held to a row that would be drawn anew above.
 */
export function useEndRows(
  rows: readonly Row[],
  mayCut: () => boolean,
): { older: readonly Row[]; end: readonly Row[] } {
  const [first, setFirst] = useState(() => firstOf(rows, END))
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])

  const before = useRef<readonly Row[]>(NONE)
  const found = rows.findLastIndex((row) => idOf(row) === first)
  const at = found < 0 ? beginAnew(rows, before.current, first) : found
  const row = rows[at]
  if (found < 0 && row) setFirst(idOf(row))
  useEffect(() => {
    before.current = rows
  }, [rows])

  const isLong = rows.length - at > LONGEST
  useEffect(() => {
    if (!isLong) return
    // Not in a transition: who may be cut now is perhaps no more when that is drawn.
    return afterPaint(() => mayCut() && setFirst(firstOf(rows, CUT)))
  }, [isLong, rows, mayCut])

  return { older: useInFrame(useSame(isPainted ? rows.slice(0, at) : NONE)), end: rows.slice(at) }
}

function firstOf(rows: readonly Row[], count: number): string | undefined {
  const row = rows.at(-count) ?? rows[0]
  return row && idOf(row)
}

/** Where the end begins whose first row is gone (deleted, or of another branch): as far as can be, no row changes its part. */
function beginAnew(rows: readonly Row[], before: readonly Row[], first: string | undefined): number {
  const was = before.findIndex((row) => idOf(row) === first)
  if (was <= 0) return 0
  const end = new Set(before.slice(was).map(idOf))
  const next = rows.findIndex((row) => end.has(idOf(row)))
  return next < 0 ? Math.max(0, rows.length - END) : next
}

/** The list of before, when it holds the same rows. */
function useSame(rows: readonly Row[]): readonly Row[] {
  const [same, setSame] = useState(rows)
  if (same.length === rows.length && same.every((row, index) => row === rows[index])) return same
  setSame(rows)
  return rows
}

/**
 * The rows of before for as long as only older ones have come above them, until the next frame. When the virtualizer has
 * corrected the scroll position, because a row was lower or higher than thought, it draws the same indexes until the scroll
 * event of that (virtua 0.54). If rows came above them in between, these indexes would be other rows, out of sight, and the
 * chat would be empty for a frame, or until it is scrolled again. Scroll events come before the callbacks of a frame.
 */
function useInFrame(rows: readonly Row[]): readonly Row[] {
  const [shown, setShown] = useState(rows)
  const waits = isPrepended(rows, shown)
  useEffect(() => {
    if (!waits) return
    const frame = requestAnimationFrame(() => flushSync(() => setShown(rows)))
    return () => cancelAnimationFrame(frame)
  }, [waits, rows])
  if (waits) return shown
  if (shown !== rows) setShown(rows)
  return rows
}

/** Whether `rows` are those of before with others above them. */
function isPrepended(rows: readonly Row[], before: readonly Row[]): boolean {
  const added = rows.length - before.length
  const [first] = before
  if (added <= 0 || first === undefined) return false
  const end = rows.slice(added)
  return end.every((row, index) => idOf(row) === idOf(before[index] ?? row))
}

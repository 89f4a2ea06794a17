import { startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from '#lib/timing/after-paint.ts'
import type { Row } from '../rows/build-rows.ts'
import { idOf } from '../rows/render-row.tsx'
import { estimateHeight } from './estimate-height.ts'

/** This many rows fill a tall screen, even when each is short. */
const END = 10
/** Less than each really is, so that the rows surely fill the window. */
const least = { lineHeight: 20, around: 36, character: 4.5 }
/** An end that has grown longer is cut to `CUT` rows, which is more than a screen shows. */
const LONGEST = 40
const CUT = 20
const NONE: readonly Row[] = []

/**
 * Splits a chat's rows. The browser lays out the end without virtualisation, so that new rows and streamed text are
 * laid out once. `older` rows are virtualised and mounted after the first paint of the end. `mayCut` returns true when
 * no visible row would be remounted.
 */
export function useEndRows(
  rows: readonly Row[],
  mayCut: () => boolean,
): { older: readonly Row[]; end: readonly Row[] } {
  const [first, setFirst] = useState(() => firstOf(rows, countOnScreen(rows)))
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])

  const before = useRef<readonly Row[]>(NONE)
  const found = rows.findLastIndex((row) => idOf(row) === first)
  const at = found < 0 ? findNewBeginning(rows, before.current, first) : found
  const row = rows[at]
  if (found < 0 && row) setFirst(idOf(row))
  useEffect(() => {
    before.current = rows
  }, [rows])

  const isLong = rows.length - at > LONGEST
  useEffect(() => {
    if (!isLong) return
    // Not a transition: `mayCut()` might have changed by the time that renders.
    return afterPaint(() => mayCut() && setFirst(firstOf(rows, CUT)))
  }, [isLong, rows, mayCut])

  return { older: useInFrame(useSame(isPainted ? rows.slice(0, at) : NONE)), end: rows.slice(at) }
}

/** Returns how many rows at the end surely fill the window, so that no row outside of it delays the first paint. */
function countOnScreen(rows: readonly Row[]): number {
  let height = 0
  let count = 0
  while (count < END && height < innerHeight) {
    count += 1
    const row = rows.at(-count)
    if (row === undefined) break
    height += estimateHeight(row, least)
  }
  return count
}

function firstOf(rows: readonly Row[], count: number): string | undefined {
  const row = rows.at(-count) ?? rows[0]
  return row && idOf(row)
}

/** Returns the new start of the end when its first row was removed: as few rows as possible change their part. */
function findNewBeginning(rows: readonly Row[], before: readonly Row[], first: string | undefined): number {
  const was = before.findIndex((row) => idOf(row) === first)
  if (was <= 0) return 0
  const end = new Set(before.slice(was).map(idOf))
  const next = rows.findIndex((row) => end.has(idOf(row)))
  return next < 0 ? Math.max(0, rows.length - END) : next
}

/** Returns the previous list when it contains the same rows. */
function useSame(rows: readonly Row[]): readonly Row[] {
  const [same, setSame] = useState(rows)
  if (same.length === rows.length && same.every((row, index) => row === rows[index])) return same
  setSame(rows)
  return rows
}

/**
 * Returns the previous rows until the next frame when only older rows were added. After the virtualizer has corrected
 * the scroll position, because a row's height was not the estimated one, it renders the same indexes until the scroll
 * event (virtua 0.54). If rows were added above in between, those indexes would be other rows, out of view, and the
 * chat would be empty for a frame or until the next scroll. Scroll events fire before the callbacks of a frame.
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

/** Returns whether `rows` are `before` with other rows above them. */
function isPrepended(rows: readonly Row[], before: readonly Row[]): boolean {
  const added = rows.length - before.length
  const [first] = before
  if (added <= 0 || first === undefined) return false
  const end = rows.slice(added)
  return end.every((row, index) => idOf(row) === idOf(before[index] ?? row))
}

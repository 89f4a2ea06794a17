import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '../rows/build-rows.ts'
import { idOf } from '../rows/render-row.tsx'

/** The distance from the end, in pixels, that still counts as the end. */
const AT_END = 48
const FAR = 320
/** The longest time, in milliseconds, of a scroll to a message; passing the end during it does not follow the end. */
const LED = 1500

/**
 * Keeps the end in view while the reader is at the end; the user's own question scrolls back to it. `away`: far enough
 * up for a button; `unread`: rows or streamed text were added since.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, rows: readonly Row[], answering: boolean) {
  const following = useRef(true)
  const last = useRef({ top: 0, height: 0 })
  const led = useRef(Number.NEGATIVE_INFINITY)
  const requested = useRef<string | undefined>(undefined)
  const isLaidOut = useRef(false)
  const [away, setAway] = useState(false)
  const [unread, setUnread] = useState(false)

  // Sets scrollTop itself: the virtualizer's handle would repeat its scroll while rows grow, and pull back a reader who
  // scrolls away.
  const toEnd = useCallback(() => {
    following.current = true
    setAway(false)
    setUnread(false)
    const element = scroller.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    // A reader who scrolls up before the event of this scroll is compared with the new end, not with the old one.
    last.current = { top: element.scrollTop, height: element.scrollHeight }
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      const { scrollHeight, clientHeight, scrollTop } = element
      const left = scrollHeight - clientHeight - scrollTop
      // Without the reader, scrollTop becomes smaller only when the content does: at the end, or by rows above that
      // become lower. Every other move up is the reader's, also one by the browser's search or a screen reader, for
      // which there is no event but this.
      const lower = Math.max(0, last.current.height - scrollHeight)
      const isMoved = last.current.top - scrollTop - lower > 1
      if (left <= AT_END && performance.now() > led.current) following.current = true
      else if (isMoved) following.current = false
      last.current = { top: scrollTop, height: scrollHeight }
      setAway(!following.current && left > FAR)
      if (following.current) setUnread(false)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])

  const onResize = useCallback(() => {
    if (following.current) toEnd()
    else if (answering) setUnread(true)
  }, [toEnd, answering])

  // Called for everything that may hide the end: streamed text, rows above with late heights, the on-screen keyboard.
  const latest = useRef(onResize)
  latest.current = onResize
  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!content) return
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(content)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  /** Stops following the end because the user is led to another message. */
  const leaveEnd = useCallback(() => {
    following.current = false
    led.current = performance.now() + LED
  }, [])

  const end = rows.at(-1)
  const id = end && idOf(end)
  const isQuestion = end?.kind === 'question'
  const before = useRef(rows)
  const isPaged = useRef(false)
  useLayoutEffect(() => {
    isPaged.current = isOtherBranch(before.current, rows)
    before.current = rows
    // The question at which the reader pages stays in its place, however long the branch below it is.
    if (isPaged.current) leaveEnd()
  }, [rows, leaveEnd])
  useLayoutEffect(() => {
    if (id === undefined) return
    const mine = isQuestion && id !== requested.current
    if (isQuestion) requested.current = id
    if (isPaged.current) return
    // Rows below a visible end are measured with the frame: reading the height here would force another layout.
    if (isLaidOut.current && following.current) return
    isLaidOut.current = true
    if (mine || following.current) toEnd()
    else setUnread(true)
  }, [id, isQuestion, toEnd])

  const isFollowing = useCallback(() => following.current, [])
  return { away, unread, isFollowing, toEnd, leaveEnd, onResize }
}

/** Whether another version of an edited question is shown now; one that is just being sent from here does not count. */
function isOtherBranch(before: readonly Row[], rows: readonly Row[]): boolean {
  if (before === rows || !rows.some(isBranched)) return false
  const shown = new Map(before.map((row) => [idOf(row), row.key]))
  const isOther = (row: Row) => shown.has(idOf(row)) && shown.get(idOf(row)) !== row.key
  return rows.some((row) => isBranched(row) && isOther(row))
}

const isBranched = (row: Row): boolean => row.kind === 'question' && row.branches !== null && row.send.kind === 'sent'

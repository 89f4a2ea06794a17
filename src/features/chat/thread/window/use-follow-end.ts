import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '../rows/build-rows.ts'
import { idOf } from '../rows/render-row.tsx'

/** The distance from the end, in pixels, that still counts as the end. */
const AT_END = 48
const FAR = 320
/** An upward scroll within so many milliseconds after a wheel, touch or key event was made by the user. */
const MINE = 600
/** The longest time, in milliseconds, of a scroll to a message; passing the end during it does not follow the end. */
const LED = 1500

/**
 * Keeps the end in view while the reader is at the end; the user's own question scrolls back to it. `away`: far enough
 * up for a button; `unread`: rows were added since.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, rows: readonly Row[], answering: boolean) {
  const following = useRef(true)
  const last = useRef(0)
  const touched = useRef(Number.NEGATIVE_INFINITY)
  const led = useRef(Number.NEGATIVE_INFINITY)
  const requested = useRef<string | undefined>(undefined)
  const isLaidOut = useRef(false)
  const [away, setAway] = useState(false)
  const [unread, setUnread] = useState(false)

  // Not by the virtualizer's handle, which repeats its scroll while rows grow, against a reader who scrolls away.
  const toEnd = useCallback(() => {
    following.current = true
    setAway(false)
    setUnread(false)
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const note = () => {
      touched.current = performance.now()
    }
    const onScroll = () => {
      const { scrollHeight, clientHeight, scrollTop } = element
      const left = scrollHeight - clientHeight - scrollTop
      // Only an upward scroll by the user stops following: text growing below does not.
      if (left <= AT_END && performance.now() > led.current) following.current = true
      else if (scrollTop < last.current && performance.now() - touched.current < MINE) following.current = false
      last.current = scrollTop
      setAway(!following.current && left > FAR)
      if (following.current) setUnread(false)
    }
    const events = ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const
    for (const event of events) element.addEventListener(event, note, { passive: true })
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      for (const event of events) element.removeEventListener(event, note)
      element.removeEventListener('scroll', onScroll)
    }
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
  useLayoutEffect(() => {
    if (id === undefined) return
    const mine = isQuestion && id !== requested.current
    if (isQuestion) requested.current = id
    // Rows below a visible end are measured with the frame: reading the height here would force another layout.
    if (isLaidOut.current && following.current) return
    isLaidOut.current = true
    if (mine || following.current) toEnd()
    else setUnread(true)
  }, [id, isQuestion, toEnd])

  const isFollowing = useCallback(() => following.current, [])
  return { away, unread, isFollowing, toEnd, leaveEnd, onResize }
}

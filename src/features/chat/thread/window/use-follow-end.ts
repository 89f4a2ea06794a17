import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '../rows/build-rows.ts'
import { idOf } from '../rows/render-row.tsx'

/** Pixels from the end that still count as being there. */
const AT_END = 48
const FAR = 320
/** Milliseconds after a person's wheel, finger or key in which a move up is theirs. */
const MINE = 600
/** Milliseconds that a list may take to get to where somebody is led; until then, passing the end means nothing. */
const LED = 1500

/**
 * Keeps the end in view while the reader is there, and only then; a question of one's own brings it back.
 * `away`: far enough up for a button; `unread`: something was written since.
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

  // Not by the virtualizer's handle: its scroll keeps repeating while rows grow, against a reader who has moved on.
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
      // Only a person who moves up lets go: text that grows below them is no wish to stay behind.
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

  // Whatever hides the end: words that stream in, rows that come above or find their height late, a keyboard below.
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

  /** Somebody is led to another place: nothing pulls them back to the end. */
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
    // What came below the end that is in view is measured with the frame: a look at its height here would cost another.
    if (isLaidOut.current && following.current) return
    isLaidOut.current = true
    if (mine || following.current) toEnd()
    else setUnread(true)
  }, [id, isQuestion, toEnd])

  const isFollowing = useCallback(() => following.current, [])
  return { away, unread, isFollowing, toEnd, leaveEnd, onResize }
}

import { useCallback, useEffect, useRef, useState } from 'react'

/** A scroll of more pixels than this between two frames, most of a screen, counts as fast. */
const LEAP = 500
/** The list is at rest this many milliseconds after the last fast scroll. */
const REST_MS = 250

/** Returns whether the user scrolls fast, as by the scroll bar: passing rows are then rendered in short form. */
export function useLeaping() {
  const [leaping, setLeaping] = useState(false)
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onScroll = useCallback((offset: number) => {
    const isLeap = Math.abs(offset - last.current) > LEAP
    last.current = offset
    if (!isLeap) return
    setLeaping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setLeaping(false), REST_MS)
  }, [])
  return { leaping, onScroll }
}

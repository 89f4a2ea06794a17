import { useCallback, useEffect, useRef, useState } from 'react'

/** Pixels between two frames that nobody reads in passing: most of a screen. */
const LEAP = 500
/** So long after the last leap, in milliseconds, the list is at rest. */
const REST_MS = 250

/** Whether somebody leaps through the list, as by its scroll bar: rows that only pass need not be drawn whole. */
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

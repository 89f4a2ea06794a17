import { type UIEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createStore, type Store } from '#lib/store.ts'

/** A scroll of more pixels than this between two frames, most of a screen, counts as fast. */
const LEAP = 500
/** The list is at rest this many milliseconds after the last fast scroll. */
const REST_MS = 250

/**
 * Tells whether the user scrolls fast, as by the scroll bar: passing rows are then rendered in short form. It is a store
 * that rows read, since as a property its first change would render all visible rows again within the first fast frame.
 * `onScrollCapture` belongs to the scrolled element: it runs before the virtualizer renders the rows of the new place.
 */
export function useLeaping() {
  const [passing] = useState(() => createStore(false))
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onScrollCapture = useCallback(
    ({ currentTarget: { scrollTop } }: Pick<UIEvent, 'currentTarget'>) => {
      const isLeap = Math.abs(scrollTop - last.current) > LEAP
      last.current = scrollTop
      if (!isLeap) return
      passing.set(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => passing.set(false), REST_MS)
    },
    [passing],
  )
  return { passing, leaping: useSyncExternalStore(passing.subscribe, passing.get), onScrollCapture }
}

/** Whether a row is rendered in short form: from its first appearance in fast scrolling until the list is at rest. */
export function useShortForm(passing: Store<boolean>): boolean {
  const [isShort, setIsShort] = useState(passing.get)
  useEffect(() => {
    if (!isShort) return
    const look = () => setIsShort(passing.get())
    look()
    return passing.subscribe(look)
  }, [passing, isShort])
  return isShort
}

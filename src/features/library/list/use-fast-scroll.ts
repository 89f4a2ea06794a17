import { type UIEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createStore, type Store } from '#lib/store.ts'

/** A scroll by more pixels than this between two frames, which is most of a screen, counts as fast. */
const FAST_PX = 500
/** The list is at rest this many milliseconds after the last fast scroll. */
const REST_MS = 250

/**
 * Tells whether the user scrolls fast, for example by dragging the scroll bar; rows are then rendered in short form.
 * `scrollingFast` is a store that the rows read: as a property of the rows, its first change would render all visible
 * rows again within the first fast frame. `onScrollCapture` belongs to the scrolled element, and runs before the
 * virtualizer renders the rows of the new position.
 */
export function useFastScroll() {
  const [scrollingFast] = useState(() => createStore(false))
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onScrollCapture = useCallback(
    ({ currentTarget: { scrollTop } }: Pick<UIEvent, 'currentTarget'>) => {
      const isFastMove = Math.abs(scrollTop - last.current) > FAST_PX
      last.current = scrollTop
      if (!isFastMove) return
      scrollingFast.set(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => scrollingFast.set(false), REST_MS)
    },
    [scrollingFast],
  )
  return { scrollingFast, isFast: useSyncExternalStore(scrollingFast.subscribe, scrollingFast.get), onScrollCapture }
}

/** Whether a row is rendered in short form: from its first appearance in fast scrolling until the list is at rest. */
export function useShortForm(scrollingFast: Store<boolean>): boolean {
  const [isShort, setIsShort] = useState(scrollingFast.get)
  useEffect(() => {
    if (!isShort) return
    const look = () => setIsShort(scrollingFast.get())
    look()
    return scrollingFast.subscribe(look)
  }, [scrollingFast, isShort])
  return isShort
}

import { type RefCallback, type RefObject, useState } from 'react'

/**
 * What somebody reads in the end of a chat stays where it is while rows above it find another height: the page becomes
 * narrow, an answer is given anew. The virtualizer does it for its rows, and not every browser does it by itself.
 * Returns the `ref` of each row of the end.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  isFollowing: () => boolean,
): RefCallback<HTMLElement> {
  const [watch] = useState(() => watchHeights((rows) => scrollAnchor(scroller.current, rows, isFollowing())))
  return watch
}

interface Changed {
  row: HTMLElement
  /** Pixels. */
  before: number
  now: number
}

/** Tells of rows that have another height than before, from the top down: they are watched in that order. */
function watchHeights(onChange: (changed: readonly Changed[]) => void): RefCallback<HTMLElement> {
  const heights = new Map<Element, number>()
  let observer: ResizeObserver | undefined
  const look = (entries: readonly ResizeObserverEntry[]) => {
    const changed: Changed[] = []
    for (const { target, contentRect } of entries) {
      const before = heights.get(target)
      heights.set(target, contentRect.height)
      if (before !== undefined && target instanceof HTMLElement)
        changed.push({ row: target, before, now: contentRect.height })
    }
    if (changed.length > 0) onChange(changed)
  }
  return (row) => {
    if (row === null) return
    observer ??= new ResizeObserver(look)
    observer.observe(row)
    return () => {
      observer?.unobserve(row)
      heights.delete(row)
    }
  }
}

function scrollAnchor(scroller: HTMLElement | null, changed: readonly Changed[], isFollowing: boolean): void {
  if (scroller === null || isFollowing) return
  let moved = 0
  let above = 0
  for (const { row, before, now } of changed) {
    const bottom = row.offsetTop - moved + before
    moved += now - before
    if (bottom <= scroller.scrollTop) above = moved
  }
  if (above !== 0) scroller.scrollTop += above
}

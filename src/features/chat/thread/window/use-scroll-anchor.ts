import { type RefCallback, type RefObject, useState } from 'react'

/**
 * Scroll anchoring for the end of a chat: keeps the visible rows in place when rows above change height, because the
 * page narrows or an answer is regenerated. The virtualizer anchors only its own rows, and not every browser supports
 * it. Returns the `ref` for each end row.
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
  /** The previous height in pixels. */
  before: number
  now: number
}

/** Reports rows whose height changed, from the top down, which is the order of observation. */
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

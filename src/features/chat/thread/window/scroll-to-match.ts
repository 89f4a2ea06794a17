import type { RefObject } from 'react'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { findMatches, markMatches } from './mark-matches.ts'

/** How long a match stays marked, in milliseconds. */
const MARKED_MS = 4_000
/** The number of frames, after the row is mounted, until the heights around it must be stable. */
const FRAMES = 40
/** The number of frames until the row must be mounted. */
const FRAMES_UNSEEN = 300
/** The distance in pixels above the row. */
const MARGIN = 24
const EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

interface Found {
  id: string
  found: string
  /** The estimated offset of the row in pixels; undefined when the list has no such row now. */
  estimate: () => number | undefined
}

/**
 * Scrolls a message into view, its first match in the upper three quarters, and marks all its matches for a moment. A
 * scroll, key or press of the user stops the scrolling, but not the marks. Returns the function that ends both.
 * It scrolls once per frame, after the scroll events of the previous frame: the virtualizer scrolls too, and when two
 * scrolls in one frame cancel each other, it gets no event and keeps rendering the old rows (virtua 0.54).
 */
export function scrollToMatch(
  scroller: RefObject<HTMLElement | null>,
  { id, found, estimate }: Found,
  onEnd: () => void,
): () => void {
  const element = scroller.current
  let frames = 0
  let unseen = 0
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let unmark: () => void = () => undefined
  let shown: HTMLElement | null = null

  const selector = `[data-message="${CSS.escape(id)}"]`
  const scrollThere = () => {
    const article = element?.querySelector<HTMLElement>(selector)
    if (element && article) {
      const [first] = findMatches(article, found)
      const at = (first ?? article).getBoundingClientRect()
      const view = element.getBoundingClientRect()
      const isSeen = at.top >= view.top + 16 && at.bottom <= view.top + view.height * 0.75
      if (!isSeen) element.scrollTop += at.top - view.top - Math.min(96, view.height / 4)
      if (shown !== article || frames % 8 === 0) mark(article)
      frames += 1
    } else {
      const near = estimate()
      // Alternates by one pixel: without a change in each frame, the virtualizer gets no scroll event.
      if (element && near !== undefined) element.scrollTop = near - MARGIN + (unseen % 2)
      unseen += 1
    }
    frame = frames < FRAMES && unseen < FRAMES_UNSEEN ? requestAnimationFrame(scrollThere) : 0
  }
  const mark = (article: HTMLElement) => {
    if (shown === null) {
      timer = setTimeout(end, MARKED_MS)
      // A search that was opened meanwhile has the focus.
      if (!hasOpenPopup()) element?.focus({ preventScroll: true })
    }
    unmark()
    if (shown !== article) delete shown?.dataset.found
    shown = article
    article.dataset.found = ''
    unmark = markMatches(findMatches(article, found))
  }
  const leave = () => cancelAnimationFrame(frame)
  const end = () => {
    leave()
    clearTimeout(timer)
    unmark()
    delete shown?.dataset.found
    for (const event of EVENTS) element?.removeEventListener(event, leave)
    onEnd()
  }
  for (const event of EVENTS) element?.addEventListener(event, leave, { passive: true })
  frame = requestAnimationFrame(scrollThere)
  return end
}

import type { RefObject } from 'react'
import { findMatches, markMatches } from './mark-matches.ts'

/** How long what was found stays marked, in milliseconds. */
const MARKED_MS = 4_000
/** How many frames the rows around it may take to find their heights, once it is drawn. */
const FRAMES = 40
/** How many frames it may take until it is drawn. */
const FRAMES_UNSEEN = 300
/** Pixels above the row. */
const MARGIN = 24
const EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

interface Found {
  /** Of the message. */
  id: string
  /** What was looked for. */
  found: string
  /** Where its row begins, in pixels, as far as the list knows; undefined: it has no such row now. */
  estimate: () => number | undefined
}

/**
 * Brings a message of the list into view, its first found word in the upper half, and marks it for a moment. Whoever
 * scrolls meanwhile is left alone. Returns how to end it at once.
 *
 * It moves in frames only, after the scroll events of what was moved before: the list keeps its rows in place by
 * scrolling too, and where such a move and another end at the old place within one frame, it sees no event and goes on
 * drawing the rows of where it was (virtua 0.54).
 */
export function showFound(
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
      // A pixel to and fro: each frame must move, or the list is told nothing.
      if (element && near !== undefined) element.scrollTop = near - MARGIN + (unseen % 2)
      unseen += 1
    }
    frame = frames < FRAMES && unseen < FRAMES_UNSEEN ? requestAnimationFrame(scrollThere) : 0
  }
  const mark = (article: HTMLElement) => {
    if (shown === null) {
      timer = setTimeout(end, MARKED_MS)
      element?.focus({ preventScroll: true })
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

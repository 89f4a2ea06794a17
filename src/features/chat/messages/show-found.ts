import type { RefObject } from 'react'
import { findWords, markWords } from './mark-found.ts'

/** How long what was found stays marked, in milliseconds. */
const MARKED_MS = 4_000
/** How many frames the rows may take to find their place. */
const FRAMES = 40
const EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Brings a message of the list into view that is just being drawn, its first found word in the upper half, and marks it
 * for a moment. Whoever scrolls meanwhile is left alone. Returns how to end it at once.
 */
export function showFound(
  scroller: RefObject<HTMLElement | null>,
  { id, found }: { id: string; found: string },
  onEnd: () => void,
): () => void {
  const element = scroller.current
  let frames = 0
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let unmark: () => void = () => undefined
  let shown: HTMLElement | null = null

  const place = () => {
    const article = element?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
    if (element && article) {
      const [first] = findWords(article, found)
      const at = (first ?? article).getBoundingClientRect()
      const view = element.getBoundingClientRect()
      const isSeen = at.top >= view.top + 16 && at.bottom <= view.top + view.height * 0.75
      if (!isSeen) element.scrollTop += at.top - view.top - Math.min(96, view.height / 4)
      if (shown !== article || frames % 8 === 0) mark(article)
    }
    frames += 1
    frame = frames < FRAMES ? requestAnimationFrame(place) : 0
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
    unmark = markWords(findWords(article, found))
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
  frame = requestAnimationFrame(place)
  return end
}

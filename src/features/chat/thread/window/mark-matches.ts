import { findHits } from '#contract/search-hits.ts'
import { queryTerms } from '#contract/search-tokens.ts'

/** The name of the highlight in messages.module.css. */
const NAME = 'found-words'
const RANGES_MAX = 200

/** Returns the ranges in an element that match a query, in order. */
export function findMatches(element: Element, query: string): Range[] {
  const terms = queryTerms(query)
  const ranges: Range[] = []
  if (terms.length === 0) return ranges
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null && ranges.length < RANGES_MAX; node = walker.nextNode()) {
    if (node.parentElement?.closest('h2, button, [aria-hidden="true"]')) continue
    for (const [from, to] of findHits(node.nodeValue ?? '', terms)) {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      ranges.push(range)
    }
  }
  return ranges
}

/** Marks ranges without changing the DOM; returns the function that removes the marks. */
export function markMatches(ranges: readonly Range[]): () => void {
  // Not every browser has the CSS Custom Highlight API.
  if (ranges.length === 0 || typeof CSS === 'undefined' || !CSS.highlights) return () => undefined
  CSS.highlights.set(NAME, new Highlight(...ranges))
  return () => void CSS.highlights.delete(NAME)
}

import { type RefObject, useEffect, useState } from 'react'
import { RATING_QUOTE_MAX } from '#contract/limits.ts'

/**
 * Returns the text that is selected within an element whose only child is a text, or an empty one. The offsets in that
 * text are used, because what a browser returns for a selection may have other line ends.
 */
export function useSelectedPart(element: RefObject<HTMLElement | null>): string {
  const [selected, setSelected] = useState('')
  useEffect(() => {
    const read = () =>
      setSelected(
        selectedPart(element.current)
          .slice(0, RATING_QUOTE_MAX)
          .replace(/[\uD800-\uDBFF]$/, ''),
      )
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [element])
  return selected
}

/**
 * A triple click selects to the beginning of the next element, so an end outside the text counts as the end of it.
 * One end must lie within the element, or both within its section: a selection of the whole page means no part of it.
 */
function selectedPart(element: HTMLElement | null): string {
  const selection = document.getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  const text = element?.firstChild
  if (!range || range.collapsed || !text || !range.intersectsNode(text)) return ''
  const { startContainer, endContainer, startOffset, endOffset, commonAncestorContainer } = range
  const isMeant =
    [startContainer, endContainer].some((end) => element.contains(end)) ||
    element.parentElement?.contains(commonAncestorContainer)
  if (!isMeant) return ''
  const whole = text.textContent ?? ''
  return whole.slice(startContainer === text ? startOffset : 0, endContainer === text ? endOffset : whole.length)
}

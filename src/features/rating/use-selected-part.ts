import { type RefObject, useEffect, useState } from 'react'
import { RATING_QUOTE_MAX } from '#contract/limits.ts'

/**
 * Returns the text that is selected within an element whose only child is a text, or an empty one. The offsets in that
 * text are used, because what a browser returns for a selection may have other line ends.
 */
export function useSelectedPart(element: RefObject<HTMLElement | null>): string {
  const [selected, setSelected] = useState('')
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection()
      const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
      const text = element.current?.firstChild
      const isWithin = range !== null && range.startContainer === text && range.endContainer === text
      const part = isWithin ? (text?.textContent ?? '').slice(range.startOffset, range.endOffset) : ''
      setSelected(part.slice(0, RATING_QUOTE_MAX))
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [element])
  return selected
}

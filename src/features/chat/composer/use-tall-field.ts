import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { fitHeight } from './fit-height.ts'

/** The height of a field with one line, in pixels, and half a line more. */
const ONE_LINE = 56

/**
 * Marks the form with `data-tall` once its field has a second line, so that on a phone the text gets the whole width.
 * The height is observed, not measured on each key. Returns a function to call with each change of the text.
 */
export function useTallField(field: RefObject<HTMLTextAreaElement | null>): () => void {
  /** The length of the text at which the field became tall: a shorter text may fit beside the buttons again. */
  const tallAt = useRef(0)

  useEffect(() => {
    const element = field.current
    if (!element?.form) return
    const { dataset } = element.form
    let frame = 0
    const observer = new ResizeObserver(() => {
      if (dataset.tall !== undefined || element.offsetHeight < ONE_LINE) return
      dataset.tall = ''
      tallAt.current = element.value.length
      fitHeight(element)
      // The mark changes the size again: observed from the next frame on, this is no loop.
      observer.unobserve(element)
      frame = requestAnimationFrame(() => observer.observe(element))
    })
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [field])

  return useCallback(() => {
    const element = field.current
    if (element?.form?.dataset.tall === undefined) return
    if (element.value.length < tallAt.current && !element.value.includes('\n')) delete element.form.dataset.tall
  }, [field])
}

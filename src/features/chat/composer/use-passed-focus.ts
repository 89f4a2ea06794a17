import { type RefObject, useLayoutEffect } from 'react'

/** True while a focused field has been removed and the commit that removed it has not ended. */
let isPassed = false

/** Gives the field the focus of the previous chat's field: what is typed on is not lost, and a phone's keyboard stays. */
export function usePassedFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const element = field.current
    if (isPassed) element?.focus()
    return () => {
      isPassed = document.activeElement === element
      queueMicrotask(() => {
        isPassed = false
      })
    }
  }, [field])
}

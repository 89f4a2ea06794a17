import { focusIfLost } from '#lib/browser/focus-if-lost.ts'

/**
 * Returns a ref for an element that may be removed while the focus is in it: the focus then moves to what `next`
 * returns. React calls the cleanup of a ref before it removes the element, and the browser takes the focus only then.
 */
export function focusAfterRemoval(next: () => HTMLElement | null | undefined) {
  return (element: HTMLElement | null) => () => {
    if (element?.contains(document.activeElement)) focusIfLost(next)
  }
}

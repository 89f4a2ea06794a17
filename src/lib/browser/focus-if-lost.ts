/**
 * In the next frame moves the focus to what `find` returns, if the focused element was removed, so that users of a
 * keyboard or a screen reader continue from there; `leaving`: an element that is about to be removed.
 */
export function focusIfLost(find: () => HTMLElement | null | undefined, leaving?: Element): void {
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    const isLost = activeElement === null || activeElement === body || leaving?.contains(activeElement)
    if (isLost) find()?.focus({ preventScroll: true })
  })
}

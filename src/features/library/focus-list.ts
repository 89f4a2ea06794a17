/** Focuses the list when the focused element was removed, so that keyboard users continue from there. */
export function focusList(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[data-chats]')?.focus({ preventScroll: true })
    }
  })
}

/** When what had the focus is gone with a chat or a bar, the list has it, and the keyboard goes on from there. */
export function focusList(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[data-chats]')?.focus({ preventScroll: true })
    }
  })
}

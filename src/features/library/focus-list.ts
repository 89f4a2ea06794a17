import { focusIfLost } from '#lib/browser/focus-if-lost.ts'

/** Focuses the list when the focused element was removed, so that keyboard users continue from there. */
export function focusList(): void {
  focusIfLost(() => document.querySelector<HTMLElement>('[data-chats]'))
}

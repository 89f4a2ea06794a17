import { focusAfterRemoval } from '#ui/focus-after-removal.ts'

/** A ref for what may be removed by a press in it: the focus then moves to the list of messages. */
export const messagesAfterRemoval = focusAfterRemoval(() => document.querySelector<HTMLElement>('[data-messages]'))

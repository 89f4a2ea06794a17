import { focusAfterRemoval } from '#ui/focus-after-removal.ts'

/** Returns the list of messages of the chat. */
export const findMessages = () => document.querySelector<HTMLElement>('[data-messages]')

/** A ref for what may be removed by a press in it: the focus then moves to the list of messages. */
export const messagesAfterRemoval = focusAfterRemoval(findMessages)

/** The width from which the chat list fits beside the chat. */
export const WIDE_SCREEN = '(min-width: 56.25rem)'

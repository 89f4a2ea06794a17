import type { Place } from './control-walk.ts'

/** The controls on all pages except the chat: the language switch for this device. */
export const siteFrame: Place = { shows: ['button Español'] }

import type { Place } from './control-walk.ts'

/** What stands on all pages but the chat: the other language, for this device. */
export const siteFrame: Place = { shows: ['button Español'] }

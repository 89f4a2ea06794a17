import { checkedIn } from './checked-elsewhere.ts'
import type { Place } from './control-walk.ts'

/** An example prompt, whose text varies; it fills the composer. */
export const example = /^button .+[.?]$/

/** The controls around every chat: the list, the header, a question with its answer, and the composer. */
export const chatFrame: Place = {
  shows: [
    'button Search chats',
    'button Folders',
    'button Tags',
    'button Show',
    'button Select',
    'button Your account: *',
    'button Move to folder',
    'button More about this chat',
    'button Copy',
    'button Edit and send again',
    'button More about this question',
    'button Play text',
    'button More about this answer',
    'button Dictate',
    'button Start a voice chat',
    'button Add files',
  ],
  changes: {
    'button Save permanently': checkedIn.library,
    'button Reassess answer': checkedIn.week,
    'button Send': checkedIn.journey,
  },
}

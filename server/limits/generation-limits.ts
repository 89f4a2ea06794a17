/** Characters of the chat that a model is given, the question included. */
export const HISTORY_CHARACTERS = 60_000
/** Of an answer that is continued; a longer one stays as it is. */
export const CONTINUED_CHARACTERS = 60_000
/** What the model is given of it: the end, to go on from. */
export const TAIL_CHARACTERS = 12_000
/** Answers of a user that are being written or wait, in all chats. */
export const UNFINISHED_MAX = 50

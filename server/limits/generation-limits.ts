/** The longest answer, in characters, that can be continued. */
export const CONTINUED_CHARACTERS = 60_000
/** Unfinished answers of a user, queued or running, in all chats. */
export const UNFINISHED_MAX = 50

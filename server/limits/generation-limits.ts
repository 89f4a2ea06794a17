/** The longest answer, in characters, that can be continued. */
export const CONTINUED_CHARACTERS = 60_000
/** Unfinished answers of a user, queued or running, in all chats. */
export const UNFINISHED_MAX = 50
/** Answers of a user that are written at once, over all processes. */
export const RUNNING_MAX = 8
/** By how much each unfinished answer of its user delays the turn of a new one, in milliseconds. */
export const TURN_MS = 30_000

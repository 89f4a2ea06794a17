/** Characters of the chat in a prompt, the question included. */
export const HISTORY_CHARACTERS = 60_000
/** The longest answer, in characters, that can be continued. */
export const CONTINUED_CHARACTERS = 60_000
/** Characters of the continued answer's end that the prompt contains. */
export const TAIL_CHARACTERS = 12_000
/** Characters of a prompt that are left free for web pages; further look-ups come on top. */
export const WEB_CHARACTERS = 20_000
/** Unfinished answers of a user, queued or running, in all chats. */
export const UNFINISHED_MAX = 50
/** Characters of a prompt for the texts of attached files, the newest first. */
export const FILE_CHARACTERS = 40_000
/** Pictures in a prompt, the newest first. */
export const PICTURES_MAX = 10

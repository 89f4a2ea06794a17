/** Used in the address and in messages instead of the id of a chat. */
export const TEMPORARY_CHAT = 'temporary'

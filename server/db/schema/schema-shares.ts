import type { Fixed, Flag, Time } from './columns.ts'

/** A chat that everybody with the link can read, with the messages of its current path at the time of sharing. */
export interface SharedChatsTable {
  user_id: Fixed<number>
  chat_id: Fixed<string>
  /** The secret part of the link; unique. */
  token: string
  /** A JSON array. Messages that were deleted since are left out of the page. */
  message_ids: string
  with_author: Flag
  with_scores: Flag
  created_at: Time
  /** Null: the link does not expire. */
  expires_at: Time | null
}

import type { Fixed, Flag, Time } from './columns.ts'

/** A chat that everybody with the link can read: what was its current path when it was shared. */
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
  /** Null: without an end. */
  expires_at: Time | null
}

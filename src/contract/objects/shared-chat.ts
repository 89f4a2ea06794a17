import * as v from 'valibot'
import { Count, Timestamp, Uuid } from '../primitives.ts'

/** What a shared page shows besides the messages. */
const choices = {
  /** The owner's name and photo; without it, the page says "a user". */
  with_author: v.boolean(),
  with_scores: v.boolean(),
}

/** A chat that everybody with the link can read, as it was when it was shared. */
export const SharedChat = v.object({
  chat: Uuid,
  title: v.string(),
  url: v.string(),
  /** Null: the link has no end. */
  expires_at: v.nullable(Timestamp),
  /** When the page was last shared: an update of a running link sets it anew. */
  created_at: Timestamp,
  /** The number of messages on the page: at most SHARED_MESSAGES_MAX, the newest ones. */
  messages: Count,
  ...choices,
})
export type SharedChat = v.InferOutput<typeof SharedChat>

export const shareDays = [7, 30, 365] as const

export const ShareInput = v.object({
  /** Null: without an end. */
  expires_in_days: v.nullable(v.picklist(shareDays)),
  ...choices,
})
export type ShareInput = v.InferOutput<typeof ShareInput>

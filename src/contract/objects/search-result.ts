import * as v from 'valibot'
import { Timestamp, Uuid } from '../primitives.ts'

/** A hit: a chat by its title (no `message`), or one of its messages. `snippet` is plain text. */
export const SearchResult = v.object({
  chat: Uuid,
  message: v.nullable(Uuid),
  /** The chat's title. */
  title: v.string(),
  snippet: v.string(),
  /** The time of the message, or of the chat's last message. */
  at: Timestamp,
})
export type SearchResult = v.InferOutput<typeof SearchResult>

import * as v from 'valibot'
import { Timestamp, Uuid } from '../primitives.ts'

/** What was found: a chat by its title (no `message`), or one of its messages. `snippet` is plain text. */
export const SearchResult = v.object({
  chat: Uuid,
  message: v.nullable(Uuid),
  /** Of the chat. */
  title: v.string(),
  snippet: v.string(),
  /** When the message was written, or the chat's last one. */
  at: Timestamp,
})
export type SearchResult = v.InferOutput<typeof SearchResult>

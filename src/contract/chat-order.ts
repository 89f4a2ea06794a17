import type { Chat } from './objects/chat.ts'

type Ordered = Pick<Chat, 'id' | 'is_pinned' | 'last_message_at'>

/**
 * The order of chats in every list: pinned ones first, then by last message, newest first. The server's queries order
 * by the columns `is_pinned`, `last_message_at` and `id`, each descending, which is the same.
 */
export function compareChats(a: Ordered, b: Ordered): number {
  const pins = Number(b.is_pinned === true) - Number(a.is_pinned === true)
  if (pins !== 0) return pins
  if (a.last_message_at !== b.last_message_at) return a.last_message_at < b.last_message_at ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

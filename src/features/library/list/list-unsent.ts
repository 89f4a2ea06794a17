import type { OutboxEntry } from '#offline/database/rows.ts'

export type UnsentState = 'waiting' | 'failed'
/** By chat id. */
export type UnsentChats = ReadonlyMap<string, UnsentState>

/** Which chats hold a message that did not get through; one that is only on its way is not worth a word. */
export function listUnsent(entries: readonly OutboxEntry[]): UnsentChats {
  const chats = new Map<string, UnsentState>()
  for (const { kind, queueKey: chatId, state, error } of entries) {
    if (kind !== 'message.send' && kind !== 'chat.create') continue
    if (state === 'failed') chats.set(chatId, 'failed')
    else if (error !== null && !chats.has(chatId)) chats.set(chatId, 'waiting')
  }
  return chats
}

/** Whether two say the same of the same chats. */
export const isSameUnsent = (a: UnsentChats, b: UnsentChats): boolean =>
  a.size === b.size && [...a].every(([chatId, unsent]) => b.get(chatId) === unsent)

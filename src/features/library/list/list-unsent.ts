import type { OutboxEntry } from '#offline/database/rows.ts'

export type UnsentState = 'waiting' | 'failed'
/** Keyed by chat id. */
export type UnsentChats = ReadonlyMap<string, UnsentState>

/** Returns the chats with an unsent message that failed at least once; a first attempt in progress does not count. */
export function listUnsent(entries: readonly OutboxEntry[]): UnsentChats {
  const chats = new Map<string, UnsentState>()
  for (const { kind, queueKey: chatId, state, error } of entries) {
    if (kind !== 'message.send' && kind !== 'chat.create') continue
    if (state === 'failed') chats.set(chatId, 'failed')
    else if (error !== null && !chats.has(chatId)) chats.set(chatId, 'waiting')
  }
  return chats
}

/** Compares two maps by content. */
export const isSameUnsent = (a: UnsentChats, b: UnsentChats): boolean =>
  a.size === b.size && [...a].every(([chatId, unsent]) => b.get(chatId) === unsent)

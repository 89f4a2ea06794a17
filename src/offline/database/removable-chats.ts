import { chatOfDraftKey } from '../drafts/draft-key.ts'
import type { CompanionDatabase } from './database.ts'
import type { ChatRow } from './rows.ts'
import { startingWith } from './starting-with.ts'

/** The chats of a user in the database, oldest first. */
export const byAge = (db: CompanionDatabase, userId: number) =>
  startingWith(db.chats, '[account+last_message_at]', [userId])

/** Oldest first. */
export function chatsByAge(db: CompanionDatabase, userId: number): Promise<ChatRow[]> {
  return byAge(db, userId).toArray()
}

/** Counts the chats of a user on this device without reading them: there may be ten thousand. */
export function countChats(db: CompanionDatabase, userId: number): Promise<number> {
  return byAge(db, userId).count()
}

/** The chats that the server could bring again as they are, oldest first. */
export async function removableChats(db: CompanionDatabase, userId: number): Promise<ChatRow[]> {
  const needed = await neededHere(db, userId)
  return (await chatsByAge(db, userId)).filter(({ id, local }) => !local && !needed.has(id))
}

/** Ids of the chats to which something belongs that only this device has. */
export async function neededHere(db: CompanionDatabase, userId: number): Promise<Set<string>> {
  const entries = await db.outbox.where('account').equals(userId).toArray()
  const drafts = await startingWith(db.drafts, '[account+chat]', [userId]).toArray()
  return new Set([
    ...entries.map(({ queueKey }) => queueKey),
    ...drafts.map(({ draftKey }) => chatOfDraftKey(draftKey)),
  ])
}

/** Forgets chats and their messages; the list of older ones begins anew. Runs in the caller's transaction. */
export async function dropChats(db: CompanionDatabase, userId: number, chats: ChatRow[]): Promise<void> {
  if (chats.length === 0) return
  for (const { id } of chats) await dropMessages(db, userId, id)
  await db.chats.bulkDelete(chats.map(({ id }): [number, string] => [userId, id]))
  await db.sync.update([userId, 'chats'], { next_cursor: '' })
}

/** The row of `sync` that says how far the messages of a chat are here. */
export const scopeOfChat = (chatId: string): string => `chat/${chatId}`

/** Forgets the messages of a chat. Runs in the caller's transaction, over `sync` too. */
export async function dropMessages(db: CompanionDatabase, userId: number, chatId: string): Promise<number> {
  await db.sync.delete([userId, scopeOfChat(chatId)])
  return startingWith(db.messages, '[account+chat+seq]', [userId, chatId]).delete()
}

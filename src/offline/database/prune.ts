import { Dexie } from 'dexie'
import { chatOfDraft } from '../drafts/drafts.ts'
import type { CompanionDatabase } from './database.ts'
import { readDeviceSetting } from './device-settings.ts'
import type { ChatRow } from './rows.ts'
import { writeAs } from './write-as.ts'

/** A chat that was open within this time stays: another tab may still show it. */
const IN_USE_MS = 24 * 60 * 60 * 1000

const loaded = new Map<number, Set<string>>()

/** The older chats that the person has asked for in this page: a later prune of it lets them stay. */
export function chatsLoadedHere(userId: number): Set<string> {
  const chatIds = loaded.get(userId) ?? new Set()
  loaded.set(userId, chatIds)
  return chatIds
}

/** Notes that a chat is open. Runs in the caller's transaction if there is one. */
export async function keepOpen(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  now: number = Date.now(),
): Promise<void> {
  await db.chats.update([userId, chatId], { used_at: now })
}

/**
 * Keeps the newest `offline_chats` chats with their messages, those that are in use and `spared` ones, and
 * whatever belongs to something that only this device has. The others are loaded again when asked for.
 */
export async function pruneCopy(
  db: CompanionDatabase,
  userId: number,
  spared: ReadonlySet<string> = new Set(),
): Promise<void> {
  await writeAs(db, userId, [db.chats, db.messages, db.outbox, db.drafts, db.sync, db.device], async () => {
    // Read here: a person may have asked for more chats since this sync began.
    const wanted = await readDeviceSetting(db, 'offline_chats')
    if (wanted === 'all') return
    const older = (await countChats(db, userId)) - wanted
    // Mostly there is nothing to do, and this is asked after every sync: then no row is read.
    if (older <= 0) return
    const since = Date.now() - IN_USE_MS
    const unused = (await byAge(db, userId).limit(older).toArray()).filter(
      ({ id, local, used_at = 0 }) => !local && !spared.has(id) && (used_at < since || used_at > Date.now()),
    )
    if (unused.length === 0) return
    const needed = await neededHere(db, userId)
    await dropChats(
      db,
      userId,
      unused.filter(({ id }) => !needed.has(id)),
    )
  })
}

const byAge = (db: CompanionDatabase, userId: number) =>
  db.chats.where('[account+last_message_at]').between([userId, Dexie.minKey], [userId, Dexie.maxKey])

/** Oldest first. */
export function chatsByAge(db: CompanionDatabase, userId: number): Promise<ChatRow[]> {
  return byAge(db, userId).toArray()
}

/** How many chats of a person are here; there may be ten thousand, of which none is read. */
export function countChats(db: CompanionDatabase, userId: number): Promise<number> {
  return byAge(db, userId).count()
}

/** The chats that the server could bring again as they are, oldest first. */
export async function removableChats(db: CompanionDatabase, userId: number): Promise<ChatRow[]> {
  const needed = await neededHere(db, userId)
  return (await chatsByAge(db, userId)).filter(({ id, local }) => !local && !needed.has(id))
}

/** Ids of the chats to which something belongs that only this device has. */
async function neededHere(db: CompanionDatabase, userId: number): Promise<Set<string>> {
  const entries = await db.outbox.where('account').equals(userId).toArray()
  const drafts = await db.drafts
    .where('[account+chat]')
    .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
    .toArray()
  return new Set([...entries.map(({ queueKey }) => queueKey), ...drafts.map(({ draftKey }) => chatOfDraft(draftKey))])
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
  return db.messages
    .where('[account+chat+seq]')
    .between([userId, chatId, Dexie.minKey], [userId, chatId, Dexie.maxKey])
    .delete()
}

import { Dexie } from 'dexie'
import type { CompanionDatabase } from './database.ts'
import { type ChatRow, type FolderRow, type OutboxEntry, parseEntry, type TagRow } from './rows.ts'

/** Queries for `useLiveQuery` and `liveQuery`: each reads in one transaction, so that its result is consistent. */

/** Chats sorted by last message, newest first. */
export function queryChats(db: CompanionDatabase, userId: number): Promise<ChatRow[]> {
  return db.chats
    .where('[account+last_message_at]')
    .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
    .reverse()
    .toArray()
}

/** The id of the chat with the newest last message; null when there is none. */
export async function queryNewestChat(db: CompanionDatabase, userId: number): Promise<string | null> {
  const index = db.chats.where('[account+last_message_at]').between([userId, Dexie.minKey], [userId, Dexie.maxKey])
  return (await index.last())?.id ?? null
}

export function queryFolders(db: CompanionDatabase, userId: number): Promise<FolderRow[]> {
  return db.folders.where('[account+id]').between([userId, Dexie.minKey], [userId, Dexie.maxKey]).sortBy('name')
}

export function queryTags(db: CompanionDatabase, userId: number): Promise<TagRow[]> {
  return db.tags.where('[account+id]').between([userId, Dexie.minKey], [userId, Dexie.maxKey]).sortBy('name')
}

/** All entries of the user, waiting, being sent or failed, in order. */
export async function queryOutbox(db: CompanionDatabase, userId: number): Promise<OutboxEntry[]> {
  return readEntries(db, userId)
}

/** Entries of one chat or of all, in order; invalid rows are skipped. */
export async function readEntries(db: CompanionDatabase, userId: number, queueKey?: string): Promise<OutboxEntry[]> {
  const rows: unknown[] =
    queueKey === undefined
      ? await db.outbox.where('account').equals(userId).sortBy('order')
      : await db.outbox.where('[account+chat]').equals([userId, queueKey]).sortBy('order')
  return rows.flatMap((row) => parseEntry(row) ?? [])
}

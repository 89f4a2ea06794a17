import { compareChats } from '#contract/chat-order.ts'
import type { CompanionDatabase } from './database.ts'
import { type ChatRow, type FolderRow, type OutboxEntry, parseEntry, type TagRow } from './rows.ts'
import { startingWith } from './starting-with.ts'

/** Queries for `useLiveQuery` and `liveQuery`: each makes one request, so it is consistent; `firstChats` makes two. */

/**
 * The first chats of the list, without archived ones: all that are pinned, and the newest others. Of ten thousand chats
 * only these are read, and the archived ones between them.
 */
export async function firstChats(db: CompanionDatabase, userId: number, limit: number): Promise<ChatRow[]> {
  const pinned = startingWith(db.chats, '[account+pinned+last_message_at]', [userId, 1])
  const newest = byLastMessage(db, userId)
    .reverse()
    .filter((row) => !row.is_archived && !row.is_pinned)
    .limit(limit)
  const [first, others] = await Promise.all([pinned.toArray(), newest.toArray()])
  return [...first.filter((row) => !row.is_archived), ...others].sort(compareChats).slice(0, limit)
}

/** The id of the chat with the newest last message, none that is archived; null when there is none. */
export async function queryNewestChat(db: CompanionDatabase, userId: number): Promise<string | null> {
  const newest = byLastMessage(db, userId).reverse()
  return (await newest.filter((row) => !row.is_archived).first())?.id ?? null
}

const byLastMessage = (db: CompanionDatabase, userId: number) =>
  startingWith(db.chats, '[account+last_message_at]', [userId])

export function queryFolders(db: CompanionDatabase, userId: number): Promise<FolderRow[]> {
  return startingWith(db.folders, '[account+id]', [userId]).sortBy('name')
}

export function queryTags(db: CompanionDatabase, userId: number): Promise<TagRow[]> {
  return startingWith(db.tags, '[account+id]', [userId]).sortBy('name')
}

/** The user's entries of one queue or of all, waiting, being sent or failed, in order; invalid rows are skipped. */
export async function readEntries(db: CompanionDatabase, userId: number, queueKey?: string): Promise<OutboxEntry[]> {
  const rows: unknown[] =
    queueKey === undefined
      ? await db.outbox.where('account').equals(userId).sortBy('order')
      : await db.outbox.where('[account+chat]').equals([userId, queueKey]).sortBy('order')
  return rows.flatMap((row) => parseEntry(row) ?? [])
}

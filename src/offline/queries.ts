import { Dexie } from 'dexie'
import type { CompanionDatabase } from './database.ts'
import { type ChatRow, type FolderRow, type MessageRow, type OutboxEntry, parseEntry, type TagRow } from './rows.ts'

/** Queries for `useLiveQuery` and `liveQuery`: each reads in one transaction, so that nothing is seen twice or not at all. */

/** Chats by their last message, newest first. */
export function queryChats(db: CompanionDatabase, account: number): Promise<ChatRow[]> {
  return db.chats
    .where('[account+last_message_at]')
    .between([account, Dexie.minKey], [account, Dexie.maxKey])
    .reverse()
    .toArray()
}

export function queryFolders(db: CompanionDatabase, account: number): Promise<FolderRow[]> {
  return db.folders.where('[account+id]').between([account, Dexie.minKey], [account, Dexie.maxKey]).sortBy('name')
}

export function queryTags(db: CompanionDatabase, account: number): Promise<TagRow[]> {
  return db.tags.where('[account+id]').between([account, Dexie.minKey], [account, Dexie.maxKey]).sortBy('name')
}

type UnsentMessage = Extract<OutboxEntry, { kind: 'message.send' }>

export interface ChatContents {
  /** Of the server, by position. */
  messages: MessageRow[]
  /** Typed here and not acknowledged, in the order of sending; shown behind `messages`. */
  unsent: UnsentMessage[]
  /** There are older messages, here or on the server. */
  has_older: boolean
}

/** The newest `limit` messages of a chat with what is not sent yet. */
export function queryChatContents(
  db: CompanionDatabase,
  account: number,
  chat: string,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<ChatContents> {
  return db.transaction('r', [db.messages, db.outbox], async () => {
    const range = db.messages.where('[account+chat+seq]').between([account, chat, 0], [account, chat, Dexie.maxKey])
    const newest = Number.isFinite(limit)
      ? await range.reverse().limit(limit).toArray()
      : await range.reverse().toArray()
    const messages = newest.reverse()
    const entries = await readEntries(db, account, chat)
    const unsent: UnsentMessage[] = []
    for (const entry of entries) {
      if (entry.kind !== 'message.send') continue
      // Its answer was lost but a sync has brought the message: it is there already.
      if ((await db.messages.get([account, entry.id])) === undefined) unsent.push(entry)
    }
    return { messages, unsent, has_older: (messages[0]?.seq ?? 1) > 1 }
  })
}

/** All that waits, is being sent or has failed, in order. */
export async function queryOutbox(db: CompanionDatabase, account: number): Promise<OutboxEntry[]> {
  return readEntries(db, account)
}

export interface UnsentThing {
  id: string
  kind: OutboxEntry['kind']
  state: OutboxEntry['state']
  /** The chat, folder or tag that it belongs to. */
  chat: string
  /** What was typed: the message, the title, the name; null when nothing was. */
  what: string | null
  /** Why it has failed or waits. */
  reason: OutboxEntry['error']
  created_at: number
}

/** The same in the person's terms. */
export async function listUnsent(db: CompanionDatabase, account: number): Promise<UnsentThing[]> {
  return (await readEntries(db, account)).map(({ id, kind, state, chat, error, created_at, body }) => {
    const words = 'content' in body ? body.content : 'title' in body ? body.title : 'name' in body ? body.name : null
    return { id, kind, state, chat, what: words ?? null, reason: error, created_at }
  })
}

/** Entries in order, of one chat or of all; broken rows are passed over. */
export async function readEntries(db: CompanionDatabase, account: number, chat?: string): Promise<OutboxEntry[]> {
  const rows: unknown[] =
    chat === undefined
      ? await db.outbox.where('account').equals(account).sortBy('order')
      : await db.outbox.where('[account+chat]').equals([account, chat]).sortBy('order')
  return rows.flatMap((row) => parseEntry(row) ?? [])
}

import type { Table } from 'dexie'
import { compareChats } from '#contract/chat-order.ts'
import type { SearchResult } from '#contract/objects/search-result.ts'
import { findHits, snippetOf } from '#contract/search-hits.ts'
import { queryTerms } from '#contract/search-tokens.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import type { ChatRow } from '../database/rows.ts'
import { type FollowedTexts, followTexts } from './follow-texts.ts'
import { inSlices, nextTask } from './in-slices.ts'

/** The same limits as the server's search. */
const MOST = { titles: 20, messages: 50 }
/** How long the index stays in memory after the search was closed, in milliseconds. */
const RETAIN_MS = 60_000

export interface LocalSearch {
  /** Searches the texts that this device has stored; works while the index is still being built. */
  search(query: string): Promise<SearchResult[]>
  isComplete(): boolean
  onChange(listener: () => void): () => void
  close(): void
}

let current: { db: CompanionDatabase; userId: number; texts: FollowedTexts; users: number } | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

/** Opens the search over local texts. The index is shared and freed a minute after the last user has closed it. */
export function openLocalSearch(db: CompanionDatabase, userId: number): LocalSearch {
  clearTimeout(leaving)
  if (current?.userId !== userId || current.db !== db) {
    current?.texts.close()
    current = { db, userId, texts: followTexts(db, userId), users: 0 }
  }
  const mine = current
  mine.users += 1
  let closed = false
  return {
    search: (query) => searchTexts(db, userId, mine.texts, query),
    isComplete: mine.texts.isComplete,
    onChange: mine.texts.onChange,
    close: () => {
      if (closed) return
      closed = true
      mine.users -= 1
      if (mine.users === 0 && current === mine) leaving = setTimeout(freeLocalSearch, RETAIN_MS)
    },
  }
}

/** Frees the index at once, at sign-out. */
export function freeLocalSearch(): void {
  clearTimeout(leaving)
  current?.texts.close()
  current = null
}

async function searchTexts(
  db: CompanionDatabase,
  userId: number,
  { index }: FollowedTexts,
  query: string,
): Promise<SearchResult[]> {
  const terms = queryTerms(query)
  const hits = index.search(terms, MOST)
  const messages = hits.flatMap(({ messageId }) => messageId ?? [])
  // Separate tasks for the search and for each read: each takes much of a frame on a slow phone.
  await nextTask()
  const [chats, texts] = await Promise.all([
    read(db.chats, userId, [...new Set(hits.map(({ chatId }) => chatId))]),
    nextTask().then(() => readTexts(db, userId, messages)),
  ])
  const titles: { row: ChatRow; result: SearchResult }[] = []
  const results: SearchResult[] = []
  await inSlices(hits, ({ chatId, messageId, updated }) => {
    const row = chats.get(chatId)
    const text = messageId === null ? row && { content: row.title, at: row.last_message_at } : texts.get(messageId)
    if (!row || text === undefined) return
    const { content, at } = text
    // A text that may have changed since it was indexed is matched again.
    const isSame = updated !== null && 'updated' in text && text.updated === updated
    if (!isSame && findHits(content, terms, 1).length === 0) return
    const snippet = messageId === null ? content : snippetOf(content, terms)
    const result = { chat: chatId, message: messageId, title: row.title, snippet, at }
    if (messageId === null) titles.push({ row, result })
    else results.push(result)
  })
  titles.sort((a, b) => compareChats(a.row, b.row))
  return [...titles.map(({ result }) => result), ...results]
}

/** Reads the texts of messages; unsent ones come from the outbox. */
async function readTexts(db: CompanionDatabase, userId: number, ids: string[]) {
  const rows = await read(db.messages, userId, ids)
  const texts = new Map<string, { content: string; at: string; updated?: string }>()
  for (const [id, row] of rows) texts.set(id, { content: row.content, at: row.created_at, updated: row.updated_at })
  if (ids.every((id) => texts.has(id))) return texts
  for (const entry of await readEntries(db, userId)) {
    if (entry.kind !== 'message.send' || texts.has(entry.id)) continue
    texts.set(entry.id, { content: entry.body.content, at: new Date(entry.created_at).toISOString() })
  }
  return texts
}

async function read<Row extends { id: string }>(table: Table<Row, OwnedKey>, userId: number, ids: readonly string[]) {
  const rows = await table.bulkGet(ids.map((id): OwnedKey => [userId, id]))
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
}

import type { Table } from 'dexie'
import type { SearchResult } from '#contract/objects/search-result.ts'
import { findHits, snippetOf } from '#contract/search-hits.ts'
import { queryTerms } from '#contract/search-tokens.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import { type FollowedTexts, followTexts } from './follow-texts.ts'
import { inSlices, nextTask } from './in-slices.ts'

/** As many of each as the server gives. */
const MOST = { titles: 20, messages: 50 }
/** How long the texts stay in memory after they were last looked through, in milliseconds. */
const KEPT_MS = 60_000

export interface LocalSearch {
  /** What this device keeps; also while it is still being read. */
  search(query: string): Promise<SearchResult[]>
  isComplete(): boolean
  onChange(listener: () => void): () => void
  close(): void
}

let kept: { db: CompanionDatabase; userId: number; texts: FollowedTexts; users: number } | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

/** Opens the search over what is kept here; closed by all who opened it, its memory is given back a minute later. */
export function openLocalSearch(db: CompanionDatabase, userId: number): LocalSearch {
  clearTimeout(leaving)
  if (kept?.userId !== userId || kept.db !== db) {
    kept?.texts.close()
    kept = { db, userId, texts: followTexts(db, userId), users: 0 }
  }
  const mine = kept
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
      if (mine.users === 0 && kept === mine) leaving = setTimeout(freeLocalSearch, KEPT_MS)
    },
  }
}

/** Gives the memory back now: nobody is signed in any more. */
export function freeLocalSearch(): void {
  clearTimeout(leaving)
  kept?.texts.close()
  kept = null
}

async function searchTexts(
  db: CompanionDatabase,
  userId: number,
  { index }: FollowedTexts,
  query: string,
): Promise<SearchResult[]> {
  const terms = queryTerms(query)
  const hits = index.search(terms, MOST)
  const messages = hits.flatMap(({ message }) => message ?? [])
  // Asked for apart from each other and from the looking: each is a good part of a frame on a slow phone.
  await nextTask()
  const [chats, texts] = await Promise.all([
    read(db.chats, userId, [...new Set(hits.map(({ chat: chatId }) => chatId))]),
    nextTask().then(() => readTexts(db, userId, messages)),
  ])
  const results: SearchResult[] = []
  await inSlices(hits, ({ chat: chatId, message, updated }) => {
    const row = chats.get(chatId)
    const text = message === null ? row && { content: row.title, at: row.last_message_at } : texts.get(message)
    if (!row || text === undefined) return
    const { content, at } = text
    // Changed since it was looked for.
    const isSame = updated !== null && 'updated' in text && text.updated === updated
    if (!isSame && findHits(content, terms, 1).length === 0) return
    const snippet = message === null ? content : snippetOf(content, terms)
    results.push({ chat: chatId, message, title: row.title, snippet, at })
  })
  return results
}

/** The messages' texts; of those that wait to be sent, from the outbox. */
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

import type { ResponseOf } from '#contract/endpoint.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import type { Chat } from '#contract/objects/chat.ts'
import type { OwnedKey } from './database.ts'
import { readDeviceSetting } from './device-settings.ts'
import { putServerChat } from './local-chat.ts'
import { removeServerChat } from './remove-server-chat.ts'
import type { SyncRow } from './rows.ts'
import type { SyncOptions } from './sync-options.ts'
import { writeAs } from './write-as.ts'

const PAGE = 100

type Page = ResponseOf<typeof listChats>
type Query = { limit: number; cursor?: string; updated_after?: string }

/**
 * Brings the copy of the chats up to date: the newest ones the first time (device setting
 * `offline_chats`), afterwards what has changed or was deleted. Errors as `api.call`.
 */
export async function syncChats(options: SyncOptions): Promise<void> {
  const { db, account } = options
  const last = await db.sync.get([account, 'chats'])
  if (last) await syncChanges(options, last)
  else await firstLoad(options)
}

/** The next page of chats older than those here. Returns whether there are more. */
export async function loadOlderChats(options: SyncOptions): Promise<boolean> {
  const { db, api, account, signal } = options
  const last = await db.sync.get([account, 'chats'])
  if (!last?.next_cursor) return false
  const query = { cursor: last.next_cursor, limit: PAGE }
  const page = await api.call(listChats, { query, as: account, signal })
  await store(options, page.results, [], { ...last, next_cursor: page.next_cursor })
  return page.next_cursor !== null
}

async function firstLoad(options: SyncOptions): Promise<void> {
  const { db, api, account, signal } = options
  const setting = await readDeviceSetting(db, 'offline_chats')
  const wanted = setting === 'all' ? Number.POSITIVE_INFINITY : setting
  let cursor: string | null = null
  let synced_at: string | undefined
  let count = 0
  do {
    const query: Query = { limit: Math.min(PAGE, wanted - count), ...(cursor ? { cursor } : {}) }
    const page: Page = await api.call(listChats, { query, as: account, signal })
    count += page.results.length
    cursor = page.next_cursor
    // What changes while pages are read is newer than the first of them.
    synced_at ??= page.synced_at
    const done = cursor === null || count >= wanted || page.results.length === 0
    const row = { account, scope: 'chats', synced_at, next_cursor: cursor, finished_at: Date.now() }
    await store(options, page.results, [], done ? row : undefined)
    if (done) return
  } while (cursor !== null)
}

async function syncChanges(options: SyncOptions, last: SyncRow): Promise<void> {
  const { api, account, signal } = options
  let cursor: string | null = null
  let synced_at: string | undefined
  do {
    const query: Query = { updated_after: last.synced_at, limit: PAGE, ...(cursor ? { cursor } : {}) }
    const page: Page = await api.call(listChats, { query, as: account, signal })
    cursor = page.next_cursor
    synced_at ??= page.synced_at
    const row = { ...last, synced_at, finished_at: Date.now() }
    await store(options, page.results, page.deleted, cursor === null ? row : undefined)
  } while (cursor !== null)
}

async function store({ db, account }: SyncOptions, chats: Chat[], deleted: string[], row?: SyncRow): Promise<void> {
  await writeAs(db, account, [db.chats, db.messages, db.outbox, db.drafts, db.sync], async () => {
    for (const chat of chats) await putServerChat(db, account, chat)
    for (const id of deleted) await removeServerChat(db, account, id)
    if (row) await db.sync.put(row)
  })
}

/** Replaces folders and tags by the server's. */
export async function syncLabels(options: SyncOptions): Promise<void> {
  const { db, api, account, signal } = options
  const [folders, tags] = await Promise.all([
    api.call(listFolders, { as: account, signal }),
    api.call(listTags, { as: account, signal }),
  ])
  await writeAs(db, account, [db.folders, db.tags], async () => {
    for (const [table, { results }] of [[db.folders, folders] as const, [db.tags, tags] as const]) {
      const stored = await table.where('[account+id]').between([account, ''], [account, '\uffff']).primaryKeys()
      const kept = new Set(results.map(({ id }) => id))
      await table.bulkDelete(stored.filter(([, id]: OwnedKey) => !kept.has(id)))
      await table.bulkPut(results.map((label) => ({ ...label, account })))
    }
  })
}

import type { ResponseOf } from '#contract/endpoint.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import type { Chat } from '#contract/objects/chat.ts'
import { putServerChat, storedChatTables } from '../chats/local-chat.ts'
import { endServerChat } from '../chats/remove-server-chat.ts'
import { readDeviceSetting } from '../database/device-settings.ts'
import { markLoaded } from '../database/prune.ts'
import { countChats } from '../database/removable-chats.ts'
import type { SyncRow } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { resyncChats } from './resync-chats.ts'
import type { SyncOptions } from './sync-options.ts'

const PAGE = 100

type Page = ResponseOf<typeof listChats>
type Query = { limit: number; cursor?: string; updated_after?: string; deleted?: 'include' }

const running = new Map<string, Promise<void>>()

/**
 * Syncs the list of chats: the first time the newest ones (device setting `offline_chats`), afterwards changes and
 * tombstones, and older chats if the setting was raised. Single flight: concurrent calls share one run, except that
 * `isFresh` needs one that begins after the call. Errors as `api.call`.
 */
export async function syncChats(options: SyncOptions): Promise<void> {
  const key = `${options.db.name}:${options.userId}`
  // The other run may be aborted by its own signal, or have begun before the setting was raised.
  for (let other = running.get(key); other; other = running.get(key)) {
    if ((await other.then(...settled)) && !options.isFresh && (await isFilled(options))) return
  }
  const work = bringChats(options)
  running.set(key, work)
  try {
    await work
  } finally {
    if (running.get(key) === work) running.delete(key)
  }
}

const settled = [() => true, () => false] as const

async function bringChats(options: SyncOptions): Promise<void> {
  const { db, userId } = options
  const last = await db.sync.get([userId, 'chats'])
  if (!last) return firstLoad(options)
  await syncChanges(options, last)
  const wanted = await wantedChats(options)
  for (let goesOn = true; goesOn && (await countChats(db, userId)) < wanted; ) {
    const { more, isCurrent } = await loadPage(options, Math.min(PAGE, wanted))
    // Where chats were evicted for this page, the disk is full: loading them again would evict them again.
    goesOn = more && isCurrent
  }
}

/** Loads the next page of chats older than the stored ones. Returns whether there are more. */
export async function loadOlderChats(options: SyncOptions): Promise<boolean> {
  while (true) {
    const { more, chatIds } = await loadPage(options, PAGE)
    await markLoaded(options.db, options.userId, chatIds)
    // Pruning resets the cursor, so the first pages may contain only chats that are stored already.
    if (!more || chatIds.length > 0) return more
  }
}

interface LoadedPage {
  more: boolean
  /** The chats that were not stored yet. */
  chatIds: string[]
  /** Whether the cursor has moved on; pruning or a full disk may have reset it meanwhile. */
  isCurrent: boolean
}

/** Loads the page at the cursor. */
async function loadPage(options: SyncOptions, limit: number): Promise<LoadedPage> {
  const { db, api, userId, signal } = options
  const last = await db.sync.get([userId, 'chats'])
  if (typeof last?.next_cursor !== 'string') return { more: false, chatIds: [], isCurrent: true }
  const query: Query = { limit, ...(last.next_cursor === '' ? {} : { cursor: last.next_cursor }) }
  const page = await api.call(listChats, { query, as: userId, signal })
  const here = await db.chats.bulkGet(page.results.map(({ id }): [number, string] => [userId, id]))
  const isCurrent = await writeAs(db, userId, storedChatTables(db), async () => {
    // Pruning may have reset the cursor meanwhile: after it, the chats that were dropped would never be loaded again.
    const isSame = (await db.sync.get([userId, 'chats']))?.next_cursor === last.next_cursor
    await store(options, page.results, [], isSame ? { next_cursor: page.next_cursor } : undefined)
    return isSame
  })
  const chatIds = page.results.flatMap(({ id }, n) => (here[n] ? [] : id))
  return { more: page.next_cursor !== null, chatIds, isCurrent }
}

/** Whether the number of chats in the setting is stored, or all chats that exist. */
async function isFilled(options: SyncOptions): Promise<boolean> {
  const { db, userId } = options
  const last = await db.sync.get([userId, 'chats'])
  if (typeof last?.next_cursor !== 'string') return true
  return (await countChats(db, userId)) >= (await wantedChats(options))
}

async function wantedChats({ db }: SyncOptions): Promise<number> {
  const setting = await readDeviceSetting(db, 'offline_chats')
  return setting === 'all' ? Number.POSITIVE_INFINITY : setting
}

async function firstLoad(options: SyncOptions): Promise<void> {
  const { api, userId, signal } = options
  const wanted = await wantedChats(options)
  let cursor: string | null = null
  let synced_at: string | undefined
  let count = 0
  do {
    const query: Query = { limit: Math.min(PAGE, wanted - count), ...(cursor ? { cursor } : {}) }
    const page: Page = await api.call(listChats, { query, as: userId, signal })
    count += page.results.length
    cursor = page.next_cursor
    // The time of the first page: the next sync finds changes made while later pages were read.
    synced_at ??= page.synced_at
    const done = cursor === null || count >= wanted || page.results.length === 0
    const row = { synced_at, next_cursor: cursor, finished_at: Date.now() }
    await store(options, page.results, [], done ? row : undefined)
    if (done) return
  } while (cursor !== null)
}

async function syncChanges(options: SyncOptions, last: SyncRow): Promise<void> {
  const { api, userId, signal } = options
  let cursor: string | null = null
  let synced_at: string | undefined
  do {
    const changes = { updated_after: last.synced_at, deleted: 'include', limit: PAGE } as const
    const query: Query = { ...changes, ...(cursor ? { cursor } : {}) }
    const page: Page = await api.call(listChats, { query, as: userId, signal })
    if (page.complete) return resyncChats(options, last.synced_at, await wantedChats(options))
    cursor = page.next_cursor
    synced_at ??= page.synced_at
    const row = { synced_at, finished_at: Date.now() }
    await store(options, page.results, page.deleted, cursor === null ? row : undefined)
  } while (cursor !== null)
}

/** Keeps the other fields of the row, which a concurrent call may have updated. */
async function store(
  { db, userId }: SyncOptions,
  chats: Chat[],
  deleted: string[],
  row?: Partial<SyncRow>,
): Promise<void> {
  await writeAs(db, userId, storedChatTables(db), async () => {
    for (const chat of chats) await putServerChat(db, userId, chat)
    for (const id of deleted) await endServerChat(db, userId, id)
    if (!row) return
    const before = { synced_at: '', next_cursor: null, finished_at: 0, ...(await db.sync.get([userId, 'chats'])) }
    await db.sync.put({ ...before, userId, scope: 'chats', ...row })
  })
}

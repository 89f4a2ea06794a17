import { isApiError } from '#api/errors.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getMessages } from '#contract/endpoints/chats.ts'
import { isLeaving } from '../chats/chat-trash.ts'
import { fateOf, putServerChat, storedChatTables } from '../chats/local-chat.ts'
import { removeServerChat } from '../chats/remove-server-chat.ts'
import { putServerMessages } from '../chats/store-messages.ts'
import { chatsLoadedHere, markOpened } from '../database/prune.ts'
import { readEntries } from '../database/queries.ts'
import { scopeOfChat } from '../database/removable-chats.ts'
import type { SyncRow } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { writeAs } from '../database/write-as.ts'
import type { SyncOptions } from './sync-options.ts'

const PAGE = 50
const OLDER_PAGE = 80
const CATCH_UP_PAGE = 200
/** The most pages that one sync loads into all gaps together; the next sync continues. */
const GAP_PAGES = 10

interface ChatSync extends SyncOptions {
  chatId: string
  /** The chat is not open on the screen, so it is not recorded as recently opened. */
  isUnseen?: boolean
}
type Page = ResponseOf<typeof getMessages>
type Query = { before?: number; after?: number; limit: number; updated_after?: string }

/**
 * Syncs the messages of a chat: the first time the newest, afterwards all changes (new, scored, superseded, deleted),
 * and gaps between stored messages. Returns false when the server no longer has the chat; it is then deleted here
 * except for unsent data. Errors as `api.call`; an aborted sync continues next time.
 */
export async function syncMessages(options: ChatSync): Promise<boolean> {
  const { userId, chatId } = options
  // An open chat is not pruned while its response is on the way.
  if (!options.isUnseen) chatsLoadedHere(userId).add(chatId)
  const last = await syncState(options)
  let there = last ? await bringChanges(options, last) : await bringNewest(options)
  // Its messages were dropped meanwhile, by pruning or for space: the changes alone would leave it without the others.
  if (there && (await syncState(options)) === undefined) there = await bringNewest(options)
  if (there) await closeGaps(options)
  return there
}

const syncState = ({ db, userId, chatId }: ChatSync) => db.sync.get([userId, scopeOfChat(chatId)])

/** Loads the messages before a position; false when there are none. */
export async function loadBefore(options: ChatSync, before: number): Promise<boolean> {
  const page = await fetchPage(options, { before, limit: OLDER_PAGE })
  return page !== null && page.messages.length > 0
}

/** Loads all messages of a chat that this device lacks. Errors as `api.call`; what was loaded until then stays. */
export async function loadWholeChat(options: ChatSync): Promise<void> {
  for (let before = -1; ; ) {
    if (!(await syncMessages(options))) return
    const first = await storedMessages(options).first()
    if (first !== undefined && first.seq > 1) await loadBefore(options, first.seq)
    const count = await storedMessages(options).count()
    if (count === before) return
    before = count
  }
}

async function bringNewest(options: ChatSync): Promise<boolean> {
  const page = await fetchPage(options, { limit: PAGE }, ({ chat, synced_at }) => ({
    synced_at,
    seen: chat.updated_at,
  }))
  return page !== null
}

async function bringChanges(options: ChatSync, { synced_at }: SyncRow): Promise<boolean> {
  const query = { limit: CATCH_UP_PAGE, updated_after: synced_at }
  const first = await fetchPage(options, query, (page) => (page.has_more ? undefined : markOf(page)))
  if (first === null || !first.has_more) return first !== null
  // The newest page comes next, for display. Only the last page stores the sync state, so an aborted sync starts again.
  if ((await fetchPage(options, { limit: PAGE })) === null) return false
  for (let page = first; page.has_more; ) {
    const after = page.messages.at(-1)?.seq ?? Number.MAX_SAFE_INTEGER
    const next = await fetchPage(options, { ...query, after }, ({ has_more }) => (has_more ? undefined : markOf(first)))
    if (next === null) return false
    page = next
  }
  return true
}

const markOf = ({ chat, synced_at }: Page) => ({ synced_at, seen: chat.updated_at })

/**
 * Loads missing messages between stored ones, newest gap first: a sync may have been aborted, and an answer to this
 * device's question may follow messages of other devices.
 */
async function closeGaps(options: ChatSync): Promise<void> {
  for (let pages = 0; pages < GAP_PAGES; pages += 1) {
    const gap = await newestGap(options)
    if (gap === null) return
    const limit = Math.min(CATCH_UP_PAGE, gap.before - gap.after - 1)
    const page = await fetchPage(options, { before: gap.before, limit })
    if (!page || page.messages.length === 0) return
  }
}

/** By position. */
const storedMessages = ({ db, userId, chatId }: ChatSync) =>
  startingWith(db.messages, '[account+chat+seq]', [userId, chatId])

async function newestGap(options: ChatSync): Promise<{ after: number; before: number } | null> {
  const range = () => storedMessages(options)
  const [first, last, count] = await Promise.all([range().first(), range().last(), range().count()])
  if (!first || !last || last.seq - first.seq + 1 === count) return null
  const seqs = (await range().keys()).map((key) => (Array.isArray(key) ? Number(key[2]) : 0))
  const at = seqs.findLastIndex((seq, index) => index > 0 && seq !== (seqs[index - 1] ?? 0) + 1)
  return at < 1 ? null : { after: seqs[at - 1] ?? 0, before: seqs[at] ?? 0 }
}

/** Fetches and stores a page with the new sync state; null when the server has no such chat. */
async function fetchPage(
  options: ChatSync,
  query: Query,
  mark: (page: Page) => Pick<SyncRow, 'synced_at' | 'seen'> | undefined = () => undefined,
): Promise<Page | null> {
  const { db, api, userId, chatId, signal } = options
  const tables = storedChatTables(db)
  // Read before the request: the chat may be created and acknowledged while the response is on its way.
  const wasLocal = (await db.chats.get([userId, chatId]))?.local === true
  try {
    const page = await api.call(getMessages, { params: { id: chatId }, query, as: userId, signal })
    await writeAs(db, userId, tables, async () => {
      if (await isLeaving(db, userId, chatId)) return
      // What `updated_after` refers to was dropped during the request.
      if (query.updated_after !== undefined && (await syncState(options)) === undefined) return
      await putServerChat(db, userId, page.chat)
      if (!options.isUnseen) await markOpened(db, userId, chatId)
      await putServerMessages(db, userId, query.updated_after ? await ofTheCopy(options, page) : page.messages)
      const row = mark(page)
      if (row)
        await db.sync.put({
          userId,
          scope: scopeOfChat(chatId),
          next_cursor: null,
          finished_at: Date.now(),
          ...row,
        })
    })
    return page
  } catch (error) {
    if (!isApiError(error) || error.code !== 'not_found') throw error
    // A chat that was created here and not sent yet is unknown to the server, and must stay.
    await writeAs(db, userId, tables, async () => {
      const row = await db.chats.get([userId, chatId])
      // The server has not received yet that the chat was restored here.
      if (fateOf(await readEntries(db, userId, chatId))?.kind === 'chat.restore') return
      if (!wasLocal && !row?.local) await removeServerChat(db, userId, chatId)
    })
    return null
  }
}

/** The changed messages from the oldest local one on: older ones are loaded when the user scrolls to them. */
async function ofTheCopy(options: ChatSync, { messages }: Page): Promise<Page['messages']> {
  const first = await storedMessages(options).first()
  return messages.filter(({ seq }) => first === undefined || seq >= first.seq)
}

import { compareChats } from '#contract/chat-order.ts'
import { afterPaint } from '#lib/timing/after-paint.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { createReader } from '../database/following/create-reader.ts'
import { firstChats } from '../database/queries.ts'
import { countChats } from '../database/removable-chats.ts'
import type { ChatRow } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { type Changed, collectChanges, onChanges } from '../database/table-changes.ts'

/** The fields of a chat that the list shows. A page may hold ten thousand of these in memory. */
export type ListedChat = Pick<
  ChatRow,
  'id' | 'title' | 'last_message_at' | 'folder' | 'tags' | 'is_saved' | 'is_pinned' | 'is_archived' | 'expires_at'
>

export interface ChatListing {
  /** In the order of the list, archived chats too. The array is immutable. */
  chats: readonly ListedChat[]
  /** False until the first full load has finished; before that only the newest chats are listed. */
  complete: boolean
}

/** Page sizes in rows: the first page fills the screen, later pages are small enough not to block the main thread. */
const FIRST = 60
const PAGE = 400

/**
 * Follows all chats of a user: loads the newest first and the others page by page, then reads only rows that change, in
 * any tab or worker. Returns an unsubscribe function.
 */
export function followChats(
  db: CompanionDatabase,
  userId: number,
  listener: (listing: ChatListing) => void,
): () => void {
  let listed: readonly ListedChat[] = []
  let changed: Changed = { ids: new Set(), all: true }
  let cancel: (() => void) | undefined
  const reader = createReader({
    isPending: () => changed.all || changed.ids.size > 0,
    read: async () => {
      const { ids, all } = changed
      changed = { ids: new Set(), all: false }
      if (all) await readAll(listed.length === 0)
      else publish(await withChanged(db, userId, listed, [...ids]), true)
    },
    readAll: () => {
      changed.all = true
    },
  })

  function publish(chats: readonly ListedChat[], complete: boolean): void {
    listed = chats
    if (!reader.isStopped()) listener({ chats, complete })
  }
  async function readAll(isFirst: boolean): Promise<void> {
    if (isFirst) {
      const newest = await newestChats(db, userId)
      const isAll = newest.length < FIRST && newest.length === (await countChats(db, userId))
      publish(newest, isAll)
      if (isAll) return
    }
    const chats: ListedChat[] = []
    for (let last: string | undefined; ; last = chats.at(-1)?.id) {
      const page = await pageOf(db, userId, last)
      if (reader.isStopped()) return
      chats.push(...page)
      if (page.length < PAGE) break
    }
    publish(chats.sort(compareChats), true)
  }
  const unobserve = onChanges(db, (keysOf) => {
    if (!collectChanges(changed, keysOf('chats'), userId)) return
    // Waits for the paint: the change may be a new message, whose display the user waits for.
    cancel ??= afterPaint(() => {
      cancel = undefined
      void reader.run()
    })
  })
  void reader.run()
  return () => {
    reader.stop()
    cancel?.()
    unobserve()
  }
}

async function newestChats(db: CompanionDatabase, userId: number): Promise<ListedChat[]> {
  return (await firstChats(db, userId, FIRST)).map(toListed)
}

async function pageOf(db: CompanionDatabase, userId: number, below: string | undefined): Promise<ListedChat[]> {
  const range = startingWith(db.chats, '[account+id]', [userId], below)
  return (await range.reverse().limit(PAGE).toArray()).map(toListed)
}

async function withChanged(
  db: CompanionDatabase,
  userId: number,
  listed: readonly ListedChat[],
  ids: string[],
): Promise<ListedChat[]> {
  const rows = await db.chats.bulkGet(ids.map((id): [number, string] => [userId, id]))
  const gone = new Set(ids)
  const fresh = rows.flatMap((row) => (row ? toListed(row) : [])).sort(compareChats)
  const chats: ListedChat[] = []
  let next = 0
  for (const chat of listed) {
    if (gone.has(chat.id)) continue
    for (let one = fresh[next]; one && compareChats(one, chat) <= 0; one = fresh[++next]) chats.push(one)
    chats.push(chat)
  }
  return [...chats, ...fresh.slice(next)]
}

const toListed = ({
  id,
  title,
  last_message_at,
  folder,
  tags,
  is_saved,
  expires_at,
  ...flags
}: ChatRow): ListedChat => ({
  ...{ id, title, last_message_at, folder, tags, is_saved, expires_at },
  ...{ is_pinned: flags.is_pinned === true, is_archived: flags.is_archived === true },
})

import type { Dexie } from 'dexie'
import { createEmitter } from '#lib/emitter.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { createReader } from '../database/following/create-reader.ts'
import { readEntries } from '../database/queries.ts'
import { startingWith } from '../database/starting-with.ts'
import { type Changed, collectChanges, onChanges } from '../database/table-changes.ts'
import { inSlices } from './in-slices.ts'
import { TextIndex } from './text-index.ts'

/** Page size in rows, small enough that a read is no long task on a slow phone. */
const PAGE = 100

export interface FollowedTexts {
  index: TextIndex
  /** Whether all local texts have been read. */
  isComplete(): boolean
  /** Called after each change of the index, and after every 16 pages of the first read. */
  onChange(listener: () => void): () => void
  close(): void
}

/**
 * Indexes the local texts of a user: reads them page by page, newest first, and then only rows that change, in any tab
 * or worker.
 */
export function followTexts(db: CompanionDatabase, userId: number): FollowedTexts {
  const index = new TextIndex()
  const changes = createEmitter()
  const chats: Changed = { ids: new Set(), all: true }
  const messages: Changed = { ids: new Set(), all: true }
  const outbox: Changed = { ids: new Set(), all: true }
  let complete = false

  const notify = () => {
    if (!reader.isStopped()) changes.emit()
  }
  const reader = createReader({
    isPending: () => [chats, messages, outbox].some(isPending),
    read: async () => {
      if (isPending(outbox)) {
        take(outbox)
        index.setWaiting(await readEntries(db, userId))
      }
      if (isPending(chats)) await readChanged(take(chats), readTitles)
      if (isPending(messages)) await readChanged(take(messages), readMessages)
      complete = true
      notify()
    },
    readAll: () => {
      for (const changed of [chats, messages, outbox]) changed.all = true
    },
  })
  const readChanged = async ({ ids, all }: Changed, read: (ids: string[] | null) => Promise<void>) =>
    read(all ? null : [...ids])

  async function readTitles(ids: string[] | null): Promise<void> {
    if (ids === null) {
      const found = new Set<string>()
      await eachPage(db.chats, (chat) => {
        found.add(chat.id)
        index.putTitle(chat.id, chat.title, chat.last_message_at)
      })
      if (!reader.isStopped()) index.retainTitles(found)
      return
    }
    const rows = await db.chats.bulkGet(ids.map((id): OwnedKey => [userId, id]))
    for (const [at, id] of ids.entries()) {
      const row = rows[at]
      if (row) index.putTitle(id, row.title, row.last_message_at)
      else index.removeTitle(id)
    }
  }
  async function readMessages(ids: string[] | null): Promise<void> {
    if (ids === null) {
      const found = new Set<string>()
      await eachPage(db.messages, (row) => {
        found.add(row.id)
        index.putMessage(row)
      })
      if (!reader.isStopped()) index.retainMessages(found)
      return
    }
    const rows = await db.messages.bulkGet(ids.map((id): OwnedKey => [userId, id]))
    await inSlices(ids.entries(), ([at, id]) => {
      const row = rows[at]
      if (row) index.putMessage(row)
      else index.removeMessage(id)
    })
  }
  async function eachPage<Row extends { id: string }>(
    table: Dexie.Table<Row, OwnedKey>,
    put: (row: Row) => void,
  ): Promise<void> {
    for (let below: string | undefined, pages = 1; !reader.isStopped(); pages += 1) {
      const range = startingWith(table, '[account+id]', [userId], below)
      const rows = await range.reverse().limit(PAGE).toArray()
      await inSlices(rows, put)
      below = rows.at(-1)?.id
      if (rows.length < PAGE) return
      if (!complete && pages % 16 === 0) notify()
    }
  }

  const unobserve = onChanges(db, (keysOf) => {
    const hasOutboxChanged = keysOf('outbox') !== undefined
    // The outbox is short, so any change of it reloads the whole table.
    if (hasOutboxChanged) outbox.all = true
    const noted = [
      collectChanges(chats, keysOf('chats'), userId),
      collectChanges(messages, keysOf('messages'), userId),
      hasOutboxChanged,
    ]
    if (noted.includes(true)) void reader.run()
  })
  void reader.run()
  return {
    index,
    isComplete: () => complete,
    onChange: changes.subscribe,
    close: () => {
      reader.stop()
      changes.clear()
      unobserve()
    },
  }
}

const isPending = ({ ids, all }: Changed) => all || ids.size > 0

function take(changed: Changed): Changed {
  const taken = { ids: new Set(changed.ids), all: changed.all }
  changed.ids.clear()
  changed.all = false
  return taken
}

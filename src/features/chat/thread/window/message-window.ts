import { Dexie } from 'dexie'
import { createStore } from '#lib/store.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { followQuery } from '#offline/database/following/follow-query.ts'
import { readEntries } from '#offline/database/queries.ts'
import type { MessageRow, OutboxEntry } from '#offline/database/rows.ts'
import { onEntryStored } from '#offline/outbox/entry-events.ts'

const NEWEST = 40
const OLDER = 80

export interface WindowState {
  ready: boolean
  /** Ascending by position and without gaps. */
  messages: readonly MessageRow[]
  /** All outbox entries of this chat, not only messages, in the order of sending. */
  waiting: readonly OutboxEntry[]
  /** The newest question of the chosen branch (`Chat.path`), unsent changes of this device included. */
  path: string | null
  /** The chosen versions of answers (`Chat.versions`), likewise. */
  versions: readonly string[]
  /** True when older messages exist. */
  hasOlder: boolean
  /** True when this device's database cannot be read: the window receives no more changes. */
  broken: boolean
}

export interface MessageWindow {
  subscribe(changed: () => void): () => void
  read(): WindowState
  /** Loads older messages from this device; false when the next one is not stored here (request it from the server). */
  loadOlder(atOnce?: number): Promise<boolean>
  /** Resolves when the newest page was read. */
  opened: Promise<void>
  close(): void
  isClosed(): boolean
}

const NO_VERSIONS: readonly string[] = []
/** The state of most chats. */
export const nothingSelected = { path: null, versions: NO_VERSIONS }

type Part = { rows: MessageRow[]; subscription?: { unsubscribe: () => void } }

/**
 * The loaded part of one chat, which starts with the newest page and grows upwards. Each page is its own live query, so
 * that a change in a long chat reads only one page again.
 */
export function openMessageWindow(db: CompanionDatabase, userId: number, chatId: string): MessageWindow {
  const parts: Part[] = []
  const state = createStore<WindowState>({
    ...{ ready: false, messages: [], waiting: [], hasOlder: false, broken: false },
    ...nothingSelected,
  })
  let from: number | null = null
  let waiting: OutboxEntry[] = []
  let selected: Pick<WindowState, 'path' | 'versions'> = nothingSelected
  /** Messages stored since the newest page was read: shown without waiting for the next read. */
  let stored: OutboxEntry[] = []
  let closed = false

  const between = (low: number, high: number) =>
    db.messages
      .where('[account+chat+seq]')
      .between([userId, chatId, low], [userId, chatId, high === Infinity ? Dexie.maxKey : high], true, true)
  const publish = () => {
    const messages = withoutHole(parts.flatMap((part) => part.rows))
    const behind = stored.filter(({ id }) => !waiting.some((entry) => entry.id === id))
    state.set({
      ready: true,
      messages,
      waiting: [...waiting, ...behind],
      // A message that was just stored is asked on the current path, and is the newest of the chat.
      path: behind.length > 0 ? null : selected.path,
      versions: selected.versions,
      hasOlder: (messages[0]?.seq ?? 1) > 1,
      broken: false,
    })
  }
  const fail = (error: unknown) => {
    if (closed) return
    reportError(error)
    state.set({ ...state.get(), broken: true })
  }
  const watch = (part: Part, read: () => Promise<MessageRow[]>) =>
    new Promise<void>((resolve, reject) => {
      part.subscription = followQuery(read).subscribe(
        (rows) => {
          part.rows = rows
          publish()
          resolve()
        },
        (error) => {
          fail(error)
          reject(error)
        },
      )
    })

  const newest: Part = { rows: [] }
  parts.push(newest)
  // One transaction over all tables, so that a message which moves from one to the other does not flicker.
  const opened = watch(newest, () =>
    db.transaction('r', [db.messages, db.outbox, db.chats], async () => {
      const before = new Set(stored)
      const [entries, chat] = await Promise.all([readEntries(db, userId, chatId), db.chats.get([userId, chatId])])
      waiting = entries
      selected = { path: chat?.path ?? null, versions: chat?.versions ?? NO_VERSIONS }
      stored = stored.filter((entry) => !before.has(entry))
      if (from !== null) return between(from, Infinity).sortBy('seq')
      const rows = (await between(0, Infinity).reverse().limit(NEWEST).toArray()).reverse()
      from = rows[0]?.seq ?? null
      return rows
    }),
  )
  const stopStored = onEntryStored((entry) => {
    if (entry.userId !== userId || entry.queueKey !== chatId) return
    stored.push(entry)
    const { ready, broken } = state.get()
    if (ready && !broken) publish()
  })
  // `broken` reports this error; `loadOlder` also throws when an older page fails.
  opened.catch(() => undefined)

  let loading: Promise<boolean> | undefined
  async function older(atOnce: number): Promise<boolean> {
    await opened
    if (closed) return true
    const top = state.get().messages[0]?.seq
    if (top === undefined || top <= 1) return true
    const found = await between(0, top - 1)
      .reverse()
      .limit(atOnce)
      .toArray()
    // The window is closed, so a new live query would never be ended.
    if (closed) return true
    if (found[0]?.seq !== top - 1) return false
    const low = found.findLast((row, index) => row.seq === top - 1 - index)?.seq ?? top - 1
    if (parts[0] === newest) {
      // A gap inside the newest page may have been filled since, so the page now begins at its first shown row.
      from = top
      newest.rows = newest.rows.filter((row) => row.seq >= top)
    }
    const part: Part = { rows: [] }
    parts.unshift(part)
    await watch(part, () => between(low, top - 1).sortBy('seq'))
    return true
  }

  return {
    subscribe: state.subscribe,
    read: state.get,
    opened,
    loadOlder: (atOnce = OLDER) => {
      loading ??= older(atOnce).finally(() => {
        loading = undefined
      })
      return loading
    },
    close: () => {
      closed = true
      stopStored()
      for (const part of parts) part.subscription?.unsubscribe()
    },
    isClosed: () => closed,
  }
}

/** Drops the rows above a gap; they are shown when the missing page has arrived. */
function withoutHole(rows: MessageRow[]): MessageRow[] {
  const hole = rows.findLastIndex((row, index) => index > 0 && row.seq !== (rows[index - 1]?.seq ?? 0) + 1)
  return hole > 0 ? rows.slice(hole) : rows
}

import { createEmitter } from '#lib/emitter.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { followTable } from '../database/following/follow-table.ts'
import { readEntries } from '../database/queries.ts'
import { type OutboxEntry, parseEntry } from '../database/rows.ts'
import { onTableChange } from '../database/table-changes.ts'

export interface OutboxObserver {
  /** The user's entries in order. After the first call, only changed entries are read. */
  read(): Promise<OutboxEntry[]>
  /**
   * Resolves at the next change of the outbox in any tab or worker; at once after a change since the last call, and on
   * the first call.
   */
  changed(): Promise<void>
  /** Makes the next `read` reload everything, after an entry was found to differ from the cached one. */
  doubt(): void
  stop(): void
}

/** A cached view of a user's outbox for code that reads it after each change: unchanged entries are not parsed. */
export function observeOutbox(db: CompanionDatabase, userId: number): OutboxObserver {
  let entries = new Map<number, OutboxEntry>()
  let changedOrders = new Set<number>()
  let all = true
  let missed = true
  let waiting: (() => void) | undefined
  // Subscribes before the first read, so that a change during a read is found by the next one.
  const stop = onTableChange(db, 'outbox', (keys) => {
    if (keys === 'all') all = true
    else {
      for (const [from, to] of keys) {
        if (typeof from === 'number' && from === to) changedOrders.add(from)
        else all = true
      }
    }
    missed = waiting === undefined
    waiting?.()
    waiting = undefined
  })
  async function read(): Promise<OutboxEntry[]> {
    const [orders, isWhole] = [[...changedOrders], all]
    changedOrders = new Set()
    all = false
    try {
      if (isWhole) entries = new Map((await readEntries(db, userId)).map((entry) => [entry.order ?? 0, entry]))
      else await readChanged(orders)
    } catch (error) {
      all = true
      throw error
    }
    return [...entries.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  }
  async function readChanged(noted: number[]): Promise<void> {
    // A tab that closes right after its write sends no notification, so new entries are also found by their keys.
    const there = await db.outbox.where('account').equals(userId).primaryKeys()
    const orders = [...new Set([...noted, ...there.filter((order) => !entries.has(order))])]
    if (orders.length === 0) return
    const rows: unknown[] = await db.outbox.bulkGet(orders)
    for (const [at, order] of orders.entries()) {
      const entry = parseEntry(rows[at])
      if (entry?.userId === userId) entries.set(order, entry)
      else entries.delete(order)
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    // Reads are serialised, so that an older result cannot overwrite a newer one.
    read: () => {
      const next = last.then(read)
      last = next.catch(() => undefined)
      return next
    },
    changed: () =>
      new Promise((resolve) => {
        if (missed) resolve()
        else waiting = resolve
        missed = false
      }),
    doubt: () => {
      all = true
    },
    stop,
  }
}

export interface FollowedOutbox {
  /** In order; undefined until loaded. The array is replaced only when an entry changes. */
  entries(): readonly OutboxEntry[] | undefined
  subscribe(listener: () => void): () => void
}

/**
 * The outbox for React components: read after the page has painted, throttled like `followTable`, and shared by all
 * subscribers. It observes the table only while there are subscribers.
 */
export function followOutbox(db: CompanionDatabase, userId: number): FollowedOutbox {
  const changes = createEmitter()
  let found: readonly OutboxEntry[] | undefined
  let stop: (() => void) | undefined

  function start(): () => void {
    const outbox = observeOutbox(db, userId)
    const unfollow = followTable(db, 'outbox', outbox.read, (entries) => {
      found = entries
      changes.emit()
    })
    return () => {
      outbox.stop()
      unfollow()
      found = undefined
    }
  }
  return {
    entries: () => found,
    subscribe: (listener) => {
      const unsubscribe = changes.subscribe(listener)
      stop ??= start()
      return () => {
        unsubscribe()
        if (changes.hasListeners()) return
        stop?.()
        stop = undefined
      }
    },
  }
}

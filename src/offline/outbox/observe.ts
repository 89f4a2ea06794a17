import type { CompanionDatabase } from '../database/database.ts'
import { followTable } from '../database/follow-table.ts'
import { readEntries } from '../database/queries.ts'
import { type OutboxEntry, parseEntry } from '../database/rows.ts'
import { onTableChange } from '../database/table-changes.ts'

export interface OutboxObserver {
  /** The user's entries in order, as they stand now. Of a queue that was read before, only what changed is read. */
  read(): Promise<OutboxEntry[]>
  /**
   * Resolves at the next change of the outbox, made here or in any other context; at once for one that came since it was
   * last called, and when it is called first.
   */
  changed(): Promise<void>
  /** The next reading looks at all of it: something was not as it stood here. */
  doubt(): void
  stop(): void
}

/** A user's outbox for code that reads it again after each change: a hundred entries are not parsed a hundred times. */
export function observeOutbox(db: CompanionDatabase, userId: number): OutboxObserver {
  let entries = new Map<number, OutboxEntry>()
  let changedOrders = new Set<number>()
  let all = true
  let missed = true
  let waiting: (() => void) | undefined
  // Subscribed before the first reading: what happens during one is read by the next.
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
    // A tab that dies as its entry reaches the disk tells nobody: what is new is found by its key.
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
    // One after the other: an older reading must not write over a newer one.
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
  /** In order; undefined until they are read. The same list until one of them changes. */
  entries(): readonly OutboxEntry[] | undefined
  subscribe(listener: () => void): () => void
}

/**
 * A user's outbox for what is on the screen: it is read when the page has painted, not more often than `followTable`
 * does, and once for all subscribers. Observed while there are any.
 */
export function followOutbox(db: CompanionDatabase, userId: number): FollowedOutbox {
  const listeners = new Set<() => void>()
  let found: readonly OutboxEntry[] | undefined
  let stop: (() => void) | undefined

  function start(): () => void {
    const outbox = observeOutbox(db, userId)
    const unfollow = followTable(db, 'outbox', outbox.read, (entries) => {
      found = entries
      for (const listener of [...listeners]) listener()
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
      listeners.add(listener)
      stop ??= start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

import { Dexie, type ObservabilitySet } from 'dexie'
import { rangesOf } from '../database/changed-rows.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import { type OutboxEntry, parseEntry } from '../database/rows.ts'

export interface OutboxView {
  /** The person's entries in order, as they stand now. Of a queue that was read before, only what changed is read. */
  read(): Promise<OutboxEntry[]>
  /** The next reading looks at all of it: something was not as it stood here. */
  doubt(): void
  stop(): void
}

/** A person's outbox for somebody who looks at it again after each change: a hundred entries are not parsed a hundred times. */
export function viewOutbox(db: CompanionDatabase, account: number): OutboxView {
  const part = `idb://${db.name}/outbox/`
  let entries = new Map<number, OutboxEntry>()
  let changed = new Set<number>()
  let all = true
  const onMutated = (parts: ObservabilitySet) => {
    if (parts.all) all = true
    for (const tree of [parts[part], parts[`${part}:dels`]]) {
      for (const [from, to] of tree ? rangesOf(tree) : []) {
        if (typeof from === 'number' && from === to) changed.add(from)
        else all = true
      }
    }
  }
  async function read(): Promise<OutboxEntry[]> {
    const [orders, isWhole] = [[...changed], all]
    changed = new Set()
    all = false
    try {
      if (isWhole) entries = new Map((await readEntries(db, account)).map((entry) => [entry.order ?? 0, entry]))
      else await readChanged(orders)
    } catch (error) {
      all = true
      throw error
    }
    return [...entries.values()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  }
  async function readChanged(noted: number[]): Promise<void> {
    // A tab that dies as its entry reaches the disk tells nobody: what is new is found by its key.
    const there = await db.outbox.where('account').equals(account).primaryKeys()
    const orders = [...new Set([...noted, ...there.filter((order) => !entries.has(order))])]
    if (orders.length === 0) return
    const rows: unknown[] = await db.outbox.bulkGet(orders)
    for (const [at, order] of orders.entries()) {
      const entry = parseEntry(rows[at])
      if (entry?.account === account) entries.set(order, entry)
      else entries.delete(order)
    }
  }
  // Subscribed before the first reading: what happens during one is read by the next.
  Dexie.on.storagemutated.subscribe(onMutated)
  let last: Promise<unknown> = Promise.resolve()
  return {
    // One after the other: an older reading must not write over a newer one.
    read: () => {
      const next = last.then(read)
      last = next.catch(() => undefined)
      return next
    },
    doubt: () => {
      all = true
    },
    stop: () => Dexie.on.storagemutated.unsubscribe(onMutated),
  }
}

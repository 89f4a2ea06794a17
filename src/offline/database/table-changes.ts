import { Dexie, type IntervalTree, type ObservabilitySet } from 'dexie'
import type { CompanionDatabase } from './database.ts'

type ObservedTable = 'chats' | 'drafts' | 'messages' | 'outbox'

/** Ranges (first and last) of changed primary keys; `all`: any row may have changed; undefined: none has. */
export type ChangedKeys = [unknown, unknown][] | 'all' | undefined

/**
 * Calls back after each transaction that has written to the database, of any user and in any tab or worker, before the
 * code that awaits it continues; `keysOf` returns the changed keys of a table. Unlike a live query it reads no rows.
 * Returns an unsubscribe function. Only this file reads `Dexie.on.storagemutated` and its interval trees.
 */
export function onChanges(
  { name }: CompanionDatabase,
  listener: (keysOf: (table: ObservedTable) => ChangedKeys) => void,
): () => void {
  const onMutated = (parts: ObservabilitySet) => {
    listener((table) => {
      if (parts.all !== undefined) return 'all'
      const part = `idb://${name}/${table}/`
      const trees = [parts[part], parts[`${part}:dels`]].filter((tree) => tree !== undefined)
      return trees.length === 0 ? undefined : trees.flatMap(rangesOf)
    })
  }
  Dexie.on.storagemutated.subscribe(onMutated)
  return () => Dexie.on.storagemutated.unsubscribe(onMutated)
}

/** Like `onChanges` for one table, and only when that table has changed. */
export function onTableChange(
  db: CompanionDatabase,
  table: ObservedTable,
  listener: (keys: NonNullable<ChangedKeys>) => void,
): () => void {
  return onChanges(db, (keysOf) => {
    const keys = keysOf(table)
    if (keys !== undefined) listener(keys)
  })
}

/** A tree from another tab or worker was cloned to plain data and has lost its iterator. */
function rangesOf(tree: IntervalTree): [unknown, unknown][] {
  if (!('from' in tree)) return []
  return [...(tree.l ? rangesOf(tree.l) : []), [tree.from, tree.to], ...(tree.r ? rangesOf(tree.r) : [])]
}

/** Changed rows that have not been read yet. */
export interface Changed {
  ids: Set<string>
  /** Any row may have changed. */
  all: boolean
}

/**
 * Collects the changed ids of a user's rows, in a table with the key [user, id]; a key range marks all rows. Returns
 * whether any rows are still to be read.
 */
export function collectChanges(changed: Changed, keys: ChangedKeys, userId: number): boolean {
  if (keys === 'all') changed.all = true
  for (const [from, to] of keys === 'all' ? [] : (keys ?? [])) {
    const [owner, id] = pair(from)
    const [lastOwner, last] = pair(to)
    if (typeof id !== 'string' || owner !== lastOwner || id !== last) changed.all = true
    else if (owner === userId) changed.ids.add(id)
  }
  return changed.all || changed.ids.size > 0
}

const pair = (key: unknown): unknown[] => (Array.isArray(key) ? key : [])

import { Dexie, type IntervalTree, type ObservabilitySet } from 'dexie'
import type { CompanionDatabase } from './database.ts'

type ObservedTable = 'chats' | 'drafts' | 'messages' | 'outbox'

/** First and last of the primary keys that a transaction has changed; `all`: anything may have; undefined: nothing has. */
export type ChangedKeys = [unknown, unknown][] | 'all' | undefined

/**
 * Calls back after each transaction that has written to the database, whoever's rows and in whatever context, before those
 * go on who wait for it; `keysOf` says what it has changed of a table. Nothing is read for it, however long a table is,
 * which a live query would. Returns how to stop. Only this file reads `Dexie.on.storagemutated` and its interval trees.
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

/** The same for one table, and only when it has changed. */
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

/** From another context the tree comes as plain data, without its iterator. */
function rangesOf(tree: IntervalTree): [unknown, unknown][] {
  if (!('from' in tree)) return []
  return [...(tree.l ? rangesOf(tree.l) : []), [tree.from, tree.to], ...(tree.r ? rangesOf(tree.r) : [])]
}

/** Changed rows that are still to be read. */
export interface Changed {
  ids: Set<string>
  /** Anything may have changed. */
  all: boolean
}

/**
 * Notes which of a user's rows have changed, in a table whose key is user and id; a range of keys means anything in it.
 * Returns whether any are still to be read.
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

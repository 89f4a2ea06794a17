import type { IntervalTree, ObservabilitySet } from 'dexie'

export interface Changed {
  ids: Set<string>
  /** Anything may have changed. */
  all: boolean
}

/**
 * Notes which of a person's rows a transaction has changed, in whatever context (`Dexie.on.storagemutated`); `part` is
 * `idb://<database>/<table>/`. Dexie names the keys; a range of them means anything in it. False: none of them.
 */
export function noteChanges(changed: Changed, parts: ObservabilitySet, part: string, account: number): boolean {
  if (parts.all) changed.all = true
  for (const tree of [parts[part], parts[`${part}:dels`]]) {
    for (const [from, to] of tree ? rangesOf(tree) : []) {
      const [owner, id] = pair(from)
      const [lastOwner, last] = pair(to)
      if (typeof id !== 'string' || owner !== lastOwner || id !== last) changed.all = true
      else if (owner === account) changed.ids.add(id)
    }
  }
  return changed.all || changed.ids.size > 0
}

const pair = (key: unknown): unknown[] => (Array.isArray(key) ? key : [])

/** From another context the tree comes as plain data, without its iterator. */
export function rangesOf(tree: IntervalTree): [unknown, unknown][] {
  if (!('from' in tree)) return []
  return [...(tree.l ? rangesOf(tree.l) : []), [tree.from, tree.to], ...(tree.r ? rangesOf(tree.r) : [])]
}

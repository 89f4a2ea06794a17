import type { CompanionDatabase } from '../database/database.ts'
import { followTable } from '../database/follow-table.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { viewOutbox } from './outbox-view.ts'

export interface FollowedOutbox {
  /** In order; undefined until they are read. The same list until one of them changes. */
  entries(): readonly OutboxEntry[] | undefined
  subscribe(listener: () => void): () => void
}

/**
 * A person's outbox for all that stands around a conversation: however many look at it, a change is read once.
 * Followed while somebody is subscribed.
 */
export function followOutbox(db: CompanionDatabase, account: number): FollowedOutbox {
  const listeners = new Set<() => void>()
  let found: readonly OutboxEntry[] | undefined
  let stop: (() => void) | undefined

  function start(): () => void {
    const view = viewOutbox(db, account)
    const unfollow = followTable(db, 'outbox', view.read, (entries) => {
      found = entries
      for (const listener of [...listeners]) listener()
    })
    return () => {
      view.stop()
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

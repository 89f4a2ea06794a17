import { Dexie } from 'dexie'
import { afterPaint } from '#lib/after-paint.ts'
import type { CompanionDatabase } from './database.ts'
import { onOutboxChange } from './on-outbox-change.ts'
import { viewOutbox } from './outbox-view.ts'
import { report } from './report.ts'
import type { OutboxEntry } from './rows.ts'

/** What stands around a conversation may be this much behind while a long queue is sent, in milliseconds. */
const EVERY_MS = 100

export interface FollowedOutbox {
  /** In order; undefined until they are read. The same list until one of them changes. */
  entries(): readonly OutboxEntry[] | undefined
  subscribe(listener: () => void): () => void
}

/**
 * A person's outbox for all that stands around a conversation: however many look at it, a change is read once, and only
 * when the message that made it has been painted. Followed while somebody is subscribed.
 */
export function followOutbox(db: CompanionDatabase, account: number): FollowedOutbox {
  const listeners = new Set<() => void>()
  let found: readonly OutboxEntry[] | undefined
  let stop: (() => void) | undefined

  function start(): () => void {
    const view = viewOutbox(db, account)
    let ended = false
    let cancel: (() => void) | undefined
    let next = 0
    const look = async () => {
      cancel = undefined
      next = performance.now() + EVERY_MS
      try {
        const entries = await view.read()
        if (ended) return
        found = entries
        for (const listener of [...listeners]) listener()
      } catch (error) {
        // Another build has the database now, or the page is on its way out: what is known stays.
        if (!ended && !(error instanceof Dexie.DatabaseClosedError)) report(error)
      }
    }
    const unfollow = onOutboxChange(db, () => {
      cancel ??= afterPaint(look, next - performance.now())
    })
    void look()
    return () => {
      ended = true
      cancel?.()
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

import { Dexie } from 'dexie'
import { afterPaint } from '#lib/timing/after-paint.ts'
import type { CompanionDatabase } from './database.ts'
import { isConnectionLost } from './storage-errors.ts'
import { onTableChange } from './table-changes.ts'

/** Throttle of the reads during many writes, in milliseconds. */
const EVERY_MS = 100
/** Delay of the next try after the connection was lost. */
const RETRY_MS = 500

/**
 * Reads now and after each change of a table in any tab or worker, but only after the page has painted: a live query
 * would read before the paint. Returns an unsubscribe function.
 */
export function followTable<Found>(
  db: CompanionDatabase,
  table: 'drafts' | 'outbox',
  read: () => Promise<Found>,
  listener: (found: Found) => void,
): () => void {
  let ended = false
  let cancel: (() => void) | undefined
  let next = 0
  const look = async () => {
    cancel = undefined
    next = performance.now() + EVERY_MS
    try {
      const found = await read()
      if (!ended) listener(found)
    } catch (error) {
      // Another build has upgraded the database, or the page is unloading: the last result stays.
      if (ended || error instanceof Dexie.DatabaseClosedError) return
      // The change would go unseen until the next one.
      if (isConnectionLost(error)) cancel ??= afterPaint(look, RETRY_MS)
      else reportError(error)
    }
  }
  const unfollow = onTableChange(db, table, () => {
    cancel ??= afterPaint(look, next - performance.now())
  })
  cancel = afterPaint(look)
  return () => {
    ended = true
    cancel?.()
    unfollow()
  }
}

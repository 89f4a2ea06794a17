import { afterPaint } from '#lib/timing/after-paint.ts'
import type { CompanionDatabase } from '../database.ts'
import { onTableChange } from '../table-changes.ts'
import { createReader } from './create-reader.ts'

/** Throttle of the reads during many writes, in milliseconds. */
const EVERY_MS = 100

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
  let isPending = false
  let cancel: (() => void) | undefined
  let next = 0
  const reader = createReader({
    isPending: () => isPending,
    read: async () => {
      isPending = false
      next = performance.now() + EVERY_MS
      const found = await read()
      if (!reader.isStopped()) listener(found)
    },
    readAll: () => {
      isPending = true
    },
  })
  const look = () => {
    cancel = undefined
    isPending = true
    void reader.run()
  }
  const unfollow = onTableChange(db, table, () => {
    cancel ??= afterPaint(look, next - performance.now())
  })
  cancel = afterPaint(look)
  return () => {
    reader.stop()
    cancel?.()
    unfollow()
  }
}

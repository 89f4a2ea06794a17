import { Dexie } from 'dexie'
import { afterPaint } from '#lib/timing/after-paint.ts'
import type { CompanionDatabase } from './database.ts'
import { onTableChange } from './table-changes.ts'

/** What stands around a conversation may be this much behind while much is written, in milliseconds. */
const EVERY_MS = 100

/**
 * Reads at once and again after each change of a table, whatever context makes it, but only when the page has painted
 * what goes with the change: a live query reads before that. Returns how to stop.
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
      // Another build has the database now, or the page is on its way out: what is known stays.
      if (!ended && !(error instanceof Dexie.DatabaseClosedError)) reportError(error)
    }
  }
  const unfollow = onTableChange(db, table, () => {
    cancel ??= afterPaint(look, next - performance.now())
  })
  void look()
  return () => {
    ended = true
    cancel?.()
    unfollow()
  }
}

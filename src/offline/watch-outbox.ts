import { liveQuery } from 'dexie'
import type { CompanionDatabase } from './database.ts'

/**
 * `changed()` resolves at the next change of a person's outbox, made here or in any other context, and
 * at once for one that came since it was last asked.
 */
export function watchOutbox(db: CompanionDatabase, account: number): { changed(): Promise<void>; stop(): void } {
  let missed = false
  let waiting: { resolve: () => void; reject: (error: unknown) => void } | undefined
  // Only that it changed counts: nothing is parsed, however long the queue is.
  const subscription = liveQuery(() => db.outbox.where('account').equals(account).toArray()).subscribe({
    next: () => {
      missed = waiting === undefined
      waiting?.resolve()
      waiting = undefined
    },
    error: (error: unknown) => waiting?.reject(error),
  })
  return {
    changed: () =>
      new Promise((resolve, reject) => {
        if (missed) resolve()
        else waiting = { resolve, reject }
        missed = false
      }),
    stop: () => subscription.unsubscribe(),
  }
}

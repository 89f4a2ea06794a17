import { liveQuery } from 'dexie'
import type { CompanionDatabase } from './database.ts'
import { readEntries } from './queries.ts'

/**
 * `changed()` resolves at the next change of a person's outbox, made here or in any other context, and
 * at once for one that came since it was last asked.
 */
export function watchOutbox(db: CompanionDatabase, account: number): { changed(): Promise<void>; stop(): void } {
  let missed = false
  let waiting: { resolve: () => void; reject: (error: unknown) => void } | undefined
  const subscription = liveQuery(() => readEntries(db, account)).subscribe({
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

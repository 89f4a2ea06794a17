import type { CompanionDatabase } from '../database/database.ts'
import { onTableChange } from '../database/on-table-change.ts'

/**
 * `changed()` resolves at the next change of the outbox, made here or in any other context; at once for one that came
 * since it was last asked, and when it is asked first.
 */
export function watchOutbox(db: CompanionDatabase): { changed(): Promise<void>; stop(): void } {
  let missed = true
  let waiting: (() => void) | undefined
  const stop = onTableChange(db, 'outbox', () => {
    missed = waiting === undefined
    waiting?.()
    waiting = undefined
  })
  return {
    changed: () =>
      new Promise((resolve) => {
        if (missed) resolve()
        else waiting = resolve
        missed = false
      }),
    stop,
  }
}

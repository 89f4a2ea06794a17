import { Dexie, type ObservabilitySet } from 'dexie'
import type { CompanionDatabase } from './database.ts'

/**
 * `changed()` resolves at the next change of the outbox, made here or in any other context, and at once for one that came
 * since it was last asked (the first time: at once). Nothing is read for it, however long the queue is.
 */
export function watchOutbox(db: CompanionDatabase): { changed(): Promise<void>; stop(): void } {
  let missed = true
  let waiting: (() => void) | undefined
  const onMutated = (parts: ObservabilitySet) => {
    if (!touchesOutbox(db, parts)) return
    missed = waiting === undefined
    waiting?.()
    waiting = undefined
  }
  Dexie.on.storagemutated.subscribe(onMutated)
  return {
    changed: () =>
      new Promise((resolve) => {
        if (missed) resolve()
        else waiting = resolve
        missed = false
      }),
    stop: () => Dexie.on.storagemutated.unsubscribe(onMutated),
  }
}

export function touchesOutbox({ name }: CompanionDatabase, parts: ObservabilitySet): boolean {
  const part = `idb://${name}/outbox/`
  return parts.all !== undefined || parts[part] !== undefined || parts[`${part}:dels`] !== undefined
}

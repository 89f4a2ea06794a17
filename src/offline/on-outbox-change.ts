import { Dexie, type ObservabilitySet } from 'dexie'
import type { CompanionDatabase } from './database.ts'

/**
 * Calls back after each change of the outbox, whoever's it is and whatever context made it, before those go on who wait
 * for its transaction. Nothing is read for it, however long the queue is. Returns how to stop.
 */
export function onOutboxChange({ name }: CompanionDatabase, listener: () => void): () => void {
  const part = `idb://${name}/outbox/`
  const onMutated = (parts: ObservabilitySet) => {
    if (parts.all !== undefined || parts[part] !== undefined || parts[`${part}:dels`] !== undefined) listener()
  }
  Dexie.on.storagemutated.subscribe(onMutated)
  return () => Dexie.on.storagemutated.unsubscribe(onMutated)
}

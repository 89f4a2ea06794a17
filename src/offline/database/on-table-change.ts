import { Dexie, type ObservabilitySet } from 'dexie'
import type { CompanionDatabase } from './database.ts'

/**
 * Calls back after each change of a table, whoever's it is and whatever context made it, before those go on who wait
 * for its transaction. Nothing is read for it, however long the table is. Returns how to stop.
 */
export function onTableChange(
  { name }: CompanionDatabase,
  table: 'drafts' | 'outbox',
  listener: () => void,
): () => void {
  const part = `idb://${name}/${table}/`
  const onMutated = (parts: ObservabilitySet) => {
    if (parts.all !== undefined || parts[part] !== undefined || parts[`${part}:dels`] !== undefined) listener()
  }
  Dexie.on.storagemutated.subscribe(onMutated)
  return () => Dexie.on.storagemutated.unsubscribe(onMutated)
}

import { Dexie, type ObservabilitySet } from 'dexie'
import { afterPaint } from '#lib/after-paint.ts'

/**
 * As the last step of a transaction: live queries here and in other tabs hear of what it has changed once the browser has
 * painted what the caller shows of it by itself, instead of all reading at that very moment. Call what is returned when
 * the transaction is complete. Where Dexie keeps no such note, they hear of it as always.
 */
export function holdChanges(): () => void {
  const noted = Dexie.currentTransaction?.idbtrans as { mutatedParts?: ObservabilitySet } | undefined
  const parts = noted?.mutatedParts
  if (noted === undefined || parts === undefined) return () => undefined
  delete noted.mutatedParts
  return () => void afterPaint(() => Dexie.on.storagemutated.fire(parts))
}

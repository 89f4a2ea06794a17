import type { CompanionDatabase } from './database.ts'
import { readDeviceSetting } from './device-settings.ts'
import { SYNC_TAG } from './sync-tag.ts'

export { SYNC_TAG }

/** Not in TypeScript's library: only Chromium has it. */
interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> }
}

/** Whether this browser can wake the worker when the network is back (Firefox and Safari cannot). */
export function hasBackgroundSync(): boolean {
  return 'SyncManager' in globalThis && 'serviceWorker' in navigator
}

/**
 * Asks the browser to wake the worker when there is a network, unless this device's setting says no.
 * Returns whether it will; never throws: without it, what waits is sent by the page.
 */
export async function requestBackgroundSync(db: CompanionDatabase): Promise<boolean> {
  if (!hasBackgroundSync()) return false
  try {
    if (!(await readDeviceSetting(db, 'background_sync'))) return false
    const registration: (ServiceWorkerRegistration & SyncRegistration) | undefined =
      await navigator.serviceWorker.getRegistration()
    if (!registration?.active || !registration.sync) return false
    await registration.sync.register(SYNC_TAG)
    return true
  } catch {
    // Private windows and people's settings refuse it.
    return false
  }
}

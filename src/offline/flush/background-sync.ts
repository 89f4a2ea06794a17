import type { CompanionDatabase } from '../database/database.ts'
import { readDeviceSetting } from '../database/device-settings.ts'
import { BACKGROUND_SYNC_TAG } from './background-sync-tag.ts'

/** TypeScript's library lacks this type, since only Chromium has Background Sync. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

let registration: SyncRegistration | undefined

/** Whether the browser supports Background Sync (Firefox and Safari do not). */
export function hasBackgroundSync(): boolean {
  return 'SyncManager' in globalThis && 'serviceWorker' in navigator
}

/** Looks up the service worker's registration early, so that `requestBackgroundSync` need not wait. Never throws. */
export async function prepareBackgroundSync(): Promise<void> {
  if (!hasBackgroundSync()) return
  // The lookup rejects where storage is blocked; then there is no service worker either.
  registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
}

/**
 * Registers a Background Sync unless the device's setting forbids it. Returns whether it was registered; never throws,
 * since otherwise the page sends the outbox itself.
 */
export async function requestBackgroundSync(db: CompanionDatabase): Promise<boolean> {
  if (!hasBackgroundSync()) return false
  try {
    if (!(await readDeviceSetting(db, 'background_sync'))) return false
    if (!registration?.active) await prepareBackgroundSync()
    if (!registration?.active || !registration.sync) return false
    await registration.sync.register(BACKGROUND_SYNC_TAG)
    return true
  } catch {
    // Private windows, user settings and a removed worker make this reject; the registration is looked up again later.
    registration = undefined
    return false
  }
}

import type { CompanionDatabase } from '../database/database.ts'
import { readDeviceSetting } from '../database/device-settings.ts'
import { SYNC_TAG } from './background-sync-tag.ts'

export { SYNC_TAG }

/** Not in TypeScript's library: only Chromium has it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

let registration: SyncRegistration | undefined

/** Whether this browser can wake the worker when the network is back (Firefox and Safari cannot). */
export function hasBackgroundSync(): boolean {
  return 'SyncManager' in globalThis && 'serviceWorker' in navigator
}

/** Looks for the service worker ahead of need, so that `requestBackgroundSync` does not wait for it. Never throws. */
export async function prepareBackgroundSync(): Promise<void> {
  if (!hasBackgroundSync()) return
  // Refused where a browser keeps nothing; then there is no worker either.
  registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
}

/**
 * Asks the browser to wake the worker when there is a network, unless this device's setting says no.
 * Returns whether it will; never throws: without it, what waits is sent by the page.
 */
export async function requestBackgroundSync(db: CompanionDatabase): Promise<boolean> {
  if (!hasBackgroundSync()) return false
  try {
    if (!(await readDeviceSetting(db, 'background_sync'))) return false
    if (!registration?.active) await prepareBackgroundSync()
    if (!registration?.active || !registration.sync) return false
    await registration.sync.register(SYNC_TAG)
    return true
  } catch {
    // Private windows and people's settings refuse it, and so does a worker that has been removed: the next one is looked for.
    registration = undefined
    return false
  }
}

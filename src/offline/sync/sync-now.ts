import { contextLocks } from '#api/with-lock.ts'
import { flush } from '../flush/flush.ts'
import { syncCopy } from './sync-all.ts'
import type { SyncOptions } from './sync-options.ts'

/** Sends what waits, then brings the copy up to date. Errors as `api.call`; what could not be sent stays in the outbox. */
export async function syncNow(options: SyncOptions): Promise<void> {
  await flush({ ...options, locks: contextLocks() })
  await syncCopy(options)
}

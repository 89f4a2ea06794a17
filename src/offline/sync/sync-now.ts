import { contextLocks } from '#api/with-lock.ts'
import { flush } from '../flush/flush.ts'
import { syncAll } from './sync-all.ts'
import type { SyncOptions } from './sync-options.ts'

/**
 * Flushes the outbox, then syncs the local copy by a new run: one that began earlier does not count. Errors as
 * `api.call`; unsent entries stay in the outbox.
 */
export async function syncNow(options: SyncOptions): Promise<void> {
  await flush({ ...options, locks: contextLocks() })
  const failed = await syncAll({ ...options, isFresh: true })
  if (failed) throw failed.error
}

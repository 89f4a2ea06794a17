import { chatsLoadedHere, pruneCopy } from '../database/prune.ts'
import { endLocalDeleted } from '../deleted/query-deleted.ts'
import { pruneFiles } from '../files/file-copies.ts'
import { syncChats } from './sync-chats.ts'
import { syncLabels } from './sync-labels.ts'
import type { SyncOptions } from './sync-options.ts'
import { syncProfile } from './sync-profile.ts'
import { syncStale } from './sync-stale.ts'

/**
 * Syncs folders, tags, chats, the chat profile and messages that are out of date, then prunes the local copy and ends
 * what has expired in Recently deleted. Throws what `api.call` throws; what concerns the messages of single chats only is
 * returned, because the server can be reached then.
 */
export async function syncAll(options: SyncOptions): Promise<{ error: unknown } | undefined> {
  await Promise.all([syncLabels(options), syncChats(options), syncProfile(options)])
  const failed = await syncStale(options)
  await pruneCopy(options.db, options.userId, chatsLoadedHere(options.userId))
  await pruneFiles(options.db, options.userId)
  await endLocalDeleted(options.db, options.userId)
  return failed
}

import { chatsLoadedHere, pruneCopy } from './prune.ts'
import { syncChats } from './sync-chats.ts'
import { syncLabels } from './sync-labels.ts'
import type { SyncOptions } from './sync-options.ts'

/** Folders, tags and chats as the server has them, and no more chats than the device shall keep. Errors as `api.call`. */
export async function syncCopy(options: SyncOptions): Promise<void> {
  await Promise.all([syncLabels(options), syncChats(options)])
  await pruneCopy(options.db, options.account, chatsLoadedHere(options.account))
}

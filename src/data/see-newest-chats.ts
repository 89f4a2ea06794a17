import { isExpectedError } from '#api/expected-error.ts'
import { database } from '#offline/database/database.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { api } from '#session/api.ts'

const WITHIN_MS = 3_000

/**
 * Syncs the chats before all of them are deleted, because the server keeps those that changed since the last sync.
 * Without a response within WITHIN_MS, the deletion goes on with the last synced chats.
 */
export async function seeNewestChats(userId: number): Promise<void> {
  const signal = AbortSignal.timeout(WITHIN_MS)
  try {
    await syncChats({ db: database(), api, userId, isFresh: true, signal })
  } catch (error) {
    if (!signal.aborted && !isExpectedError(error)) reportError(error)
  }
}

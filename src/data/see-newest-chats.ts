import { isExpectedError } from '#api/expected-error.ts'
import { database } from '#offline/database/database.ts'
import { syncChats } from '#offline/sync/sync-chats.ts'
import { api } from '#session/api.ts'

const WITHIN_MS = 3_000

/**
 * Brings the list of chats up to date, because deleting all of them leaves what this device has not seen. Without an
 * answer in time the older list counts.
 */
export async function seeNewestChats(userId: number): Promise<void> {
  const signal = AbortSignal.timeout(WITHIN_MS)
  try {
    await syncChats({ db: database(), api, userId, isFresh: true, signal })
  } catch (error) {
    if (!signal.aborted && !isExpectedError(error)) reportError(error)
  }
}

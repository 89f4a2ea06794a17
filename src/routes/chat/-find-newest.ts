import { withTimeout } from '#lib/timing/with-timeout.ts'

/** The longest wait for the database, which another tab may block: then the screen renders and goes on searching. */
const FOUND_WITHIN_MS = 1_000

/** Returns the newest chat of the offline copy, `new` without one, undefined when the database is slow or fails. */
export async function findNewest(userId: number): Promise<string | undefined> {
  try {
    // The database code is loaded only with this screen.
    const { newestChat } = await import('#offline/chats/newest-chat.ts')
    const newest = await withTimeout(FOUND_WITHIN_MS, newestChat(userId))
    return newest === null ? 'new' : newest
  } catch (error) {
    reportError(error)
    return undefined
  }
}

import { within } from '#lib/timing/with-timeout.ts'

/** A database that another tab keeps to itself must not keep the page, which goes on looking. */
const FOUND_WITHIN_MS = 1_000

/** The newest chat of the copy, `new` when there is none; undefined when that cannot be said now. */
export async function findNewest(userId: number): Promise<string | undefined> {
  try {
    // The database code is loaded with the screen, not before.
    const { newestChat } = await import('#offline/chats/newest-chat.ts')
    const newest = await within(FOUND_WITHIN_MS, newestChat(userId))
    return newest === null ? 'new' : newest
  } catch (error) {
    reportError(error)
    return undefined
  }
}

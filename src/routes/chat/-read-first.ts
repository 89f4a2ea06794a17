import { within } from '#lib/timing/with-timeout.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'

/** The screen is rendered after this time, because the database may not answer; it has its own query. */
const READ_WITHIN_MS = 1_000

/** Reads the data that the chat screen shows first. */
export async function readFirst(userId: number, chatId: string): Promise<void> {
  // The database code is loaded only with this screen.
  const { prefetchChat } = await import('#features/chat/screen/prefetch-chat.ts')
  await within(READ_WITHIN_MS, unlessBlocked(prefetchChat(userId, chatId)))
}

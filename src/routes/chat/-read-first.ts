import { within } from '#lib/timing/with-timeout.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'

/** A database that neither opens nor says why must not keep the page, which has a query of its own. */
const READ_WITHIN_MS = 1_000

/** Reads what the screen of a chat shows first. */
export async function readFirst(userId: number, chatId: string): Promise<void> {
  // The database code is loaded with the screen, not before.
  const { prefetchChat } = await import('#features/chat/screen/prefetch-chat.ts')
  await within(READ_WITHIN_MS, unlessBlocked(prefetchChat(userId, chatId)))
}

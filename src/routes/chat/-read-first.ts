import { withTimeout } from '#lib/timing/with-timeout.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'

/** The longest wait, because the database may not answer: then the screen renders and reads with its own query. */
const READ_WITHIN_MS = 1_000
/** The longest wait when the chat screen is already mounted and only switches to another chat. */
const SWITCH_WITHIN_MS = 150

interface ReadOptions {
  /** True when the router only preloads the route, before it navigates there. */
  preload: boolean
  /** True when the screen is there already. */
  isSwitch: boolean
}

/** Reads the data that the chat screen shows first. */
export async function readFirst(userId: number, chatId: string, { preload, isSwitch }: ReadOptions): Promise<void> {
  // The database code is loaded only with this screen.
  const { prefetchChat } = await import('#features/chat/screen/prefetch-chat.ts')
  const read = unlessBlocked(prefetchChat(userId, chatId, preload))
  await withTimeout(isSwitch ? SWITCH_WITHIN_MS : READ_WITHIN_MS, read)
}

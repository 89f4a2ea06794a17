import { within } from '#lib/timing/with-timeout.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'

/** The screen is rendered after this time, because the database may not answer; it has its own query. */
const READ_WITHIN_MS = 1_000
/** The same when the screen is there already, which shows the chat by itself. */
const SWITCH_WITHIN_MS = 150

interface ReadOptions {
  /** True while the pointer is over the link. */
  preload: boolean
  /** True when the screen is there already. */
  isSwitch: boolean
}

/** Reads the data that the chat screen shows first. */
export async function readFirst(userId: number, chatId: string, { preload, isSwitch }: ReadOptions): Promise<void> {
  // The database code is loaded only with this screen.
  const { prefetchChat } = await import('#features/chat/screen/prefetch-chat.ts')
  const read = unlessBlocked(prefetchChat(userId, chatId, preload))
  await within(isSwitch ? SWITCH_WITHIN_MS : READ_WITHIN_MS, read)
}

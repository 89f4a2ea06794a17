import { database } from '#offline/database/database.ts'
import { type MessageWindow, openMessageWindow } from '../thread/window/message-window.ts'
import { readChat } from './read-chat.ts'

interface PrefetchedChat {
  userId: number
  chatId: string
  /** Until the screen has it. */
  window: MessageWindow | undefined
  head: Awaited<ReturnType<typeof readChat>> | undefined
}

let prefetched: PrefetchedChat | undefined

/**
 * Reads the first chat of this page before its screen is drawn, so that it is drawn once and with its messages.
 * Resolves when that is done or cannot be; for any later chat at once, since its screen has a frame to show meanwhile.
 */
export async function prefetchChat(userId: number, chatId: string): Promise<void> {
  if (prefetched !== undefined || chatId === 'new') return
  const window = openMessageWindow(database(), userId, chatId)
  const mine: PrefetchedChat = { userId, chatId, window, head: undefined }
  prefetched = mine
  const [head] = await Promise.allSettled([readChat(userId, chatId), window.opened])
  // What could not be read is said by the screen, which tries it again.
  if (head.status === 'fulfilled') mine.head = head.value
}

/** What was read of that chat. */
export const prefetchedHead = (userId: number, chatId: string) => (isOf(userId, chatId) ? prefetched?.head : undefined)

/** Its messages, if nobody has taken them yet. */
export const prefetchedWindow = (userId: number, chatId: string) =>
  isOf(userId, chatId) ? prefetched?.window : undefined

/** The same, for the one who closes them. */
export function takePrefetchedWindow(userId: number, chatId: string): MessageWindow | undefined {
  const window = prefetchedWindow(userId, chatId)
  if (prefetched && window) prefetched.window = undefined
  return window
}

const isOf = (userId: number, chatId: string): boolean => prefetched?.userId === userId && prefetched.chatId === chatId

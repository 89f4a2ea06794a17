import { database } from '#offline/database/database.ts'
import { type MessageWindow, openMessageWindow } from '../thread/window/message-window.ts'
import { readChat } from './read-chat.ts'

interface PrefetchedChat {
  userId: number
  chat: string
  /** Until the screen has it. */
  window: MessageWindow | undefined
  head: Awaited<ReturnType<typeof readChat>> | undefined
}

let prefetched: PrefetchedChat | undefined

/**
 * Reads the first chat of this page before its screen is drawn, so that it is drawn once and with its messages.
 * Resolves when that is done or cannot be; for any later chat at once, since its screen has a frame to show meanwhile.
 */
export async function prefetchChat(userId: number, chat: string): Promise<void> {
  if (prefetched !== undefined || chat === 'new') return
  const window = openMessageWindow(database(), userId, chat)
  const mine: PrefetchedChat = { userId, chat, window, head: undefined }
  prefetched = mine
  const [head] = await Promise.allSettled([readChat(userId, chat), window.opened])
  // What could not be read is said by the screen, which tries it again.
  if (head.status === 'fulfilled') mine.head = head.value
}

/** What was read of that chat. */
export const prefetchedHead = (userId: number, chat: string) => (isOf(userId, chat) ? prefetched?.head : undefined)

/** Its messages, if nobody has taken them yet. */
export const prefetchedWindow = (userId: number, chat: string) => (isOf(userId, chat) ? prefetched?.window : undefined)

/** The same, for the one who closes them. */
export function takePrefetchedWindow(userId: number, chat: string): MessageWindow | undefined {
  const window = prefetchedWindow(userId, chat)
  if (prefetched && window) prefetched.window = undefined
  return window
}

const isOf = (userId: number, chat: string): boolean => prefetched?.userId === userId && prefetched.chat === chat

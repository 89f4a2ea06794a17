import { database } from '#offline/database/database.ts'
import { type MessageWindow, openMessageWindow } from '../thread/window/message-window.ts'
import { readChat } from './read-chat.ts'

interface PrefetchedChat {
  userId: number
  chatId: string
  /** Defined until the screen takes it. */
  window: MessageWindow | undefined
  head: Awaited<ReturnType<typeof readChat>> | undefined
}

let prefetched: PrefetchedChat | undefined

/**
 * Reads the first chat of this page before its screen renders, so that it renders once and with its messages. Resolves
 * when the read ends or fails; for a later chat at once, since its screen has a placeholder.
 */
export async function prefetchChat(userId: number, chatId: string): Promise<void> {
  if (prefetched !== undefined || chatId === 'new') return
  const window = openMessageWindow(database(), userId, chatId)
  const mine: PrefetchedChat = { userId, chatId, window, head: undefined }
  prefetched = mine
  const [head] = await Promise.allSettled([readChat(userId, chatId), window.opened])
  // The screen retries a failed read and shows its error.
  if (head.status === 'fulfilled') mine.head = head.value
}

/** Returns the prefetched head of that chat. */
export const prefetchedHead = (userId: number, chatId: string) => (isOf(userId, chatId) ? prefetched?.head : undefined)

/** Returns the prefetched messages, unless they were taken already. */
export const prefetchedWindow = (userId: number, chatId: string) =>
  isOf(userId, chatId) ? prefetched?.window : undefined

/** Like `prefetchedWindow`, for the caller that closes the window. */
export function takePrefetchedWindow(userId: number, chatId: string): MessageWindow | undefined {
  const window = prefetchedWindow(userId, chatId)
  if (prefetched && window) prefetched.window = undefined
  return window
}

const isOf = (userId: number, chatId: string): boolean => prefetched?.userId === userId && prefetched.chatId === chatId

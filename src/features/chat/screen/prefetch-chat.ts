import { database } from '#offline/database/database.ts'
import { type MessageWindow, openMessageWindow } from '../thread/window/message-window.ts'
import { readChat } from './read-chat.ts'

interface PrefetchedChat {
  account: number
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
export async function prefetchChat(account: number, chat: string): Promise<void> {
  if (prefetched !== undefined || chat === 'new') return
  const window = openMessageWindow(database(), account, chat)
  const mine: PrefetchedChat = { account, chat, window, head: undefined }
  prefetched = mine
  const [head] = await Promise.allSettled([readChat(account, chat), window.opened])
  // What could not be read is said by the screen, which tries it again.
  if (head.status === 'fulfilled') mine.head = head.value
}

/** What was read of that chat. */
export const prefetchedHead = (account: number, chat: string) => (isOf(account, chat) ? prefetched?.head : undefined)

/** Its messages, if nobody has taken them yet. */
export const prefetchedWindow = (account: number, chat: string) =>
  isOf(account, chat) ? prefetched?.window : undefined

/** The same, for the one who closes them. */
export function takePrefetchedWindow(account: number, chat: string): MessageWindow | undefined {
  const window = prefetchedWindow(account, chat)
  if (prefetched && window) prefetched.window = undefined
  return window
}

const isOf = (account: number, chat: string): boolean => prefetched?.account === account && prefetched.chat === chat

import { database } from '#offline/database/database.ts'
import { type MessageWindow, openMessageWindow } from '../thread/window/message-window.ts'
import { readChat } from './read-chat.ts'

interface WarmChat {
  account: number
  chat: string
  /** Until the screen has it. */
  window: MessageWindow | undefined
  head: Awaited<ReturnType<typeof readChat>> | undefined
}

let warm: WarmChat | undefined

/**
 * Reads the first chat of this page before its screen is drawn, so that it is drawn once and with its messages.
 * Resolves when that is done or cannot be; for any later chat at once, since its screen has a frame to show meanwhile.
 */
export async function warmChat(account: number, chat: string): Promise<void> {
  if (warm !== undefined || chat === 'new') return
  const window = openMessageWindow(database(), account, chat)
  const mine: WarmChat = { account, chat, window, head: undefined }
  warm = mine
  const [head] = await Promise.allSettled([readChat(account, chat), window.opened])
  // What could not be read is said by the screen, which tries it again.
  if (head.status === 'fulfilled') mine.head = head.value
}

/** What was read of that chat. */
export const warmHead = (account: number, chat: string) => (isOf(account, chat) ? warm?.head : undefined)

/** Its messages, if nobody has taken them yet. */
export const warmWindow = (account: number, chat: string) => (isOf(account, chat) ? warm?.window : undefined)

/** The same, for the one who closes them. */
export function takeWarmWindow(account: number, chat: string): MessageWindow | undefined {
  const window = warmWindow(account, chat)
  if (warm && window) warm.window = undefined
  return window
}

const isOf = (account: number, chat: string): boolean => warm?.account === account && warm.chat === chat

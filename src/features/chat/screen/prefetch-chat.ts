import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { prepareExamples } from '../prompts/use-example-prompts.ts'
import { loadTemporaryChat } from '../temporary/lazy-temporary-chat.tsx'
import { TEMPORARY_CHAT } from '../temporary/temporary-path.ts'
import { loadThread } from '../thread/lazy-thread.tsx'
import { type MessageWindow, openMessageWindow } from '../thread/window/message-window.ts'
import { readChat } from './read-chat.ts'

/** Logs that the example prompts could not be read; the screen of the new chat reads them again. */
const withoutExamples = (error: unknown) => logHandled('No example prompts yet', error)

interface PrefetchedChat {
  userId: number
  chatId: string
  window: MessageWindow
  /** True while the chat is only loaded ahead, because the pointer is over its link; it may never be opened. */
  preload: boolean
  /** True once the screen has the window; from then on the screen closes it. */
  taken: boolean
  /** Resolves when both reads have ended. */
  done: Promise<void>
  head: Awaited<ReturnType<typeof readChat>> | undefined
}

let prefetched: PrefetchedChat | undefined

/**
 * Reads a chat and loads the code of its messages before its screen renders, so that it renders once and with its
 * messages. Resolves when both are done, even if the read failed; at once for a preload that is skipped.
 */
export function prefetchChat(userId: number, chatId: string, preload: boolean): Promise<void> {
  if (chatId === 'new') return preload ? Promise.resolve() : prepareExamples().catch(withoutExamples)
  if (chatId === TEMPORARY_CHAT) return loadTemporaryChat().then(() => undefined)
  const open = findOpen(userId, chatId)
  if (open) {
    open.preload &&= preload
    return whenRendered(open)
  }
  // A new chat may follow, and is shown before its address has loaded.
  if (!preload) prepareExamples().catch(withoutExamples)
  // After a click on one chat, the pointer may move over the link of another.
  if (preload && prefetched?.taken === false && !prefetched.preload) return Promise.resolve()
  return whenRendered(beginToRead(userId, chatId, preload))
}

/** Resolves when the chat is read and messages can be rendered. */
const whenRendered = ({ done }: PrefetchedChat) => Promise.all([done, loadThread()]).then(() => undefined)

function beginToRead(userId: number, chatId: string, preload: boolean): PrefetchedChat {
  // The previously prefetched chat was never shown, so no screen closes its window.
  if (prefetched?.taken === false) prefetched.window.close()
  const window = openMessageWindow(database(), userId, chatId)
  const unread = { taken: false, done: Promise.resolve(), head: undefined }
  const chat: PrefetchedChat = { userId, chatId, window, preload, ...unread }
  chat.done = Promise.allSettled([readChat(userId, chatId), window.opened]).then(([head]) => {
    // The screen retries a failed read and shows its error.
    if (head.status === 'fulfilled') chat.head = head.value
  })
  prefetched = chat
  return chat
}

/** Returns the prefetched head of that chat. */
export const prefetchedHead = (userId: number, chatId: string) => findOpen(userId, chatId)?.head

/** Returns the prefetched messages, unless they were taken already. */
export function prefetchedWindow(userId: number, chatId: string): MessageWindow | undefined {
  const chat = findOpen(userId, chatId)
  return chat?.taken === false ? chat.window : undefined
}

/**
 * Returns the prefetched messages, or begins to read them: the screen is rendered before its route begins to load. The
 * caller closes the window.
 */
export function takeWindow(userId: number, chatId: string): MessageWindow {
  const chat = findOpen(userId, chatId)
  const own = chat?.taken === false ? chat : beginToRead(userId, chatId, false)
  own.taken = true
  return own.window
}

function findOpen(userId: number, chatId: string): PrefetchedChat | undefined {
  const isOpen = prefetched?.userId === userId && prefetched.chatId === chatId && !prefetched.window.isClosed()
  return isOpen ? prefetched : undefined
}

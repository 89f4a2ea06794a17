import type { Api } from '#api/client.ts'
import { findPath } from '#offline/chats/current-path.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { enqueueChatChange } from '#offline/outbox/enqueue.ts'
import { loadBefore, syncMessages } from '#offline/sync/sync-messages.ts'
import type { MessageWindow } from './message-window.ts'

interface Deps {
  db: CompanionDatabase
  api: Api
  userId: number
  chatId: string
}

/** The number of rows per read: they are not rendered one page at a time. */
const AT_ONCE = 400

/**
 * Loads older messages, from this device or the server, until `messageId` is loaded; the path through it becomes the
 * current one. Returns false when the chat does not have it or it is deleted, null when the window was closed. Throws
 * what `api.call` throws when the server is needed and unreachable.
 */
export async function loadUntilMessage(deps: Deps, window: MessageWindow, messageId: string): Promise<boolean | null> {
  await window.opened
  const isLoaded = () => {
    const { messages, waiting } = window.read()
    return [...messages, ...waiting].some(({ id }) => id === messageId)
  }
  const show = async () => {
    const { messages, waiting, path } = window.read()
    if (!findPath(messages, waiting, path).hidden.has(messageId)) return true
    // On the path that leads to it, only a deleted message is hidden.
    if (findPath(messages, waiting, messageId).hidden.has(messageId)) return false
    await enqueueChatChange(deps.db, { userId: deps.userId, chatId: deps.chatId, patch: { path: messageId } })
    return true
  }
  // A message just written on another device is newer than the loaded ones, not older.
  if (!isLoaded() && !(await deps.db.messages.get([deps.userId, messageId]))) await syncMessages(deps)
  for (;;) {
    if (isLoaded()) return show()
    const { messages, hasOlder } = window.read()
    if (!hasOlder) return false
    const top = messages[0]?.seq ?? 1
    if (await window.loadOlder(AT_ONCE)) {
      // No progress: the window was closed.
      if (window.read().messages[0]?.seq === top) return null
      continue
    }
    if (!(await loadBefore(deps, top))) return false
  }
}

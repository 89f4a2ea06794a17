import type { Api } from '#api/client.ts'
import { findHidden } from '#offline/chats/hidden-messages.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
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
 * Loads older messages, from this device or the server, until one is loaded. Returns false when the chat does not have
 * it or no longer shows it (deleted, or in another branch), null when the window was closed. Throws what `api.call`
 * throws when the server is needed and unreachable.
 */
export async function loadUntilMessage(deps: Deps, window: MessageWindow, message: string): Promise<boolean | null> {
  await window.opened
  const isLoaded = () => {
    const { messages, waiting } = window.read()
    return [...messages, ...waiting].some(({ id }) => id === message)
  }
  const isShown = () => {
    const { messages, waiting } = window.read()
    return !findHidden(messages, waiting).has(message)
  }
  // A message just written on another device is newer than the loaded ones, not older.
  if (!isLoaded() && !(await deps.db.messages.get([deps.userId, message]))) await syncMessages(deps)
  for (;;) {
    if (isLoaded()) return isShown()
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

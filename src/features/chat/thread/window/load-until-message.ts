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

/** Rows loaded at once: nobody reads what is passed on the way. */
const AT_ONCE = 400

/**
 * Loads older messages, from this device or the server, until one is there; false when the chat has no such message,
 * or shows it no more (deleted, or of a branch that was left); null when the window was closed meanwhile.
 * Throws what `api.call` throws when the server is needed and cannot be asked.
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
  // Written a moment ago on another device: with the newest, not above them.
  if (!isLoaded() && !(await deps.db.messages.get([deps.userId, message]))) await syncMessages(deps)
  for (;;) {
    if (isLoaded()) return isShown()
    const { messages, hasOlder } = window.read()
    if (!hasOlder) return false
    const top = messages[0]?.seq ?? 1
    if (await window.loadOlder(AT_ONCE)) {
      // Nobody looks at these rows any more.
      if (window.read().messages[0]?.seq === top) return null
      continue
    }
    if (!(await loadBefore(deps, top))) return false
  }
}

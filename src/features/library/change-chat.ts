import { database } from '#offline/database.ts'
import { enqueueChatChange, enqueueChatDelete } from '#offline/outbox.ts'

/** Renames a chat here at once and on the server when it can be reached. */
export function renameChat(account: number, chat: string, title: string): Promise<void> {
  return enqueueChatChange(database(), { account, chat, patch: { title } })
}

/** Keeps a chat for good, or lets it expire again. */
export function setChatSaved(account: number, chat: string, saved: boolean): Promise<void> {
  return enqueueChatChange(database(), { account, chat, patch: { is_saved: saved } })
}

/** Removes a chat here at once and on the server when it can be reached. */
export function deleteChat(account: number, chat: string): Promise<void> {
  return enqueueChatDelete(database(), { account, chat })
}

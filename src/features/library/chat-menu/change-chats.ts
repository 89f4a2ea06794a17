import { database } from '#offline/database/database.ts'
import { enqueueChatChange } from '#offline/outbox/enqueue.ts'
import { enqueueChatChanges } from '#offline/outbox/enqueue-chat-changes.ts'

/** These functions are optimistic updates: they change this device at once and send the change when possible. */
export function renameChat(userId: number, chatId: string, title: string): Promise<void> {
  return enqueueChatChange(database(), { userId, chatId, patch: { title } })
}

/** Saves chats permanently, or lets them expire again. */
export function setChatsSaved(userId: number, chatIds: readonly string[], saved: boolean): Promise<void> {
  return enqueueChatChanges(database(), { userId, chatIds, patch: { is_saved: saved } })
}

export function setChatsPinned(userId: number, chatIds: readonly string[], pinned: boolean): Promise<void> {
  return enqueueChatChanges(database(), { userId, chatIds, patch: { is_pinned: pinned } })
}

export function setChatsArchived(userId: number, chatIds: readonly string[], archived: boolean): Promise<void> {
  return enqueueChatChanges(database(), { userId, chatIds, patch: { is_archived: archived } })
}

export function moveChats(userId: number, chatIds: readonly string[], folderId: string | null): Promise<void> {
  return enqueueChatChanges(database(), { userId, chatIds, patch: { folder: folderId } })
}

export function tagChats(
  userId: number,
  chatIds: readonly string[],
  { add, remove }: { add: string[]; remove: string[] },
): Promise<void> {
  const patch = {
    ...(add.length > 0 ? { tags_add: add } : {}),
    ...(remove.length > 0 ? { tags_remove: remove } : {}),
  }
  return enqueueChatChanges(database(), { userId, chatIds, patch })
}

import type { Chat, Message } from '#contract/objects/chat.ts'
import { previewOf, titleFrom } from '#contract/title-and-preview.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import type { ChatPatch, ChatRow, DeletedChatRow, OutboxEntry } from '../database/rows.ts'
import { putUnsentBack } from '../deleted/put-unsent-back.ts'
import { countDrafts, removeServerChat } from './remove-server-chat.ts'

/** Older than any timestamp of the server, so that the server's first response replaces the row. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** The text by which a message is shown in the list of chats: without any, the name of its first file. */
export function shownText(content: string, files: readonly { name: string }[] = []): string {
  return content.trim() === '' ? (files[0]?.name ?? '') : content
}

/** Makes the row of a chat that exists on this device only. */
export function makeLocalChat(userId: number, id: string, content: string, now: number): ChatRow {
  const time = new Date(now).toISOString()
  return {
    userId,
    id,
    title: titleFrom(content),
    created_at: time,
    updated_at: NEVER,
    last_message_at: time,
    folder: null,
    tags: [],
    is_saved: false,
    expires_at: null,
    preview: previewOf(content),
    local: true,
  }
}

/** Returns the chat with a later last message; an earlier one changes nothing. */
export function withLastMessage<C extends Chat>(chat: C, content: string, at: string): C {
  if (at < chat.last_message_at) return chat
  return { ...chat, last_message_at: at, preview: previewOf(content) }
}

export function applyPatch<C extends Chat>(chat: C, patch: ChatPatch): C {
  const { tags_add = [], tags_remove = [], ...fields } = patch
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const tags = (patch.tags ?? chat.tags).filter((tag) => !tags_remove.includes(tag))
  const { versions: selected = [] } = patch
  // Of several versions of one answer, the last in the list is shown: those chosen now go to its end.
  const versions = [...(chat.versions ?? []).filter((id) => !selected.includes(id)), ...selected]
  return {
    ...chat,
    ...Object.fromEntries(given),
    tags: [...new Set([...tags, ...tags_add])],
    ...(selected.length > 0 ? { versions } : {}),
  }
}

/** Converts a whole list of tags to additions and removals, so that tags which another device adds are not lost. */
export function asTagChanges({ tags, ...patch }: ChatPatch, shown: readonly string[]): ChatPatch {
  if (tags === undefined) return patch
  const add = tags.filter((tag) => !shown.includes(tag))
  const remove = shown.filter((tag) => !tags.includes(tag))
  return {
    ...patch,
    ...(add.length > 0 ? { tags_add: add } : {}),
    ...(remove.length > 0 ? { tags_remove: remove } : {}),
  }
}

/**
 * Stores a chat of the server with this device's unsent changes applied, in the list or in Recently deleted. Runs in
 * the caller's transaction over `storedChatTables`.
 */
export async function putServerChat(db: CompanionDatabase, userId: number, chat: Chat): Promise<void> {
  const key: OwnedKey = [userId, chat.id]
  const [stored, deleted] = await Promise.all([db.chats.get(key), db.deletedChats.get(key)])
  if (stored && stored.updated_at > chat.updated_at) return
  if (deleted) {
    // An older response: a chat that is restored has a later time.
    const isOld = chat.deleted_at ? deleted.updated_at > chat.updated_at : deleted.updated_at >= chat.updated_at
    if (isOld) return
    await db.deletedChats.delete(key)
  }
  // Another device has restored it.
  if (deleted?.bin && !chat.deleted_at) await putUnsentBack(db, deleted.bin)
  await applyPending(db, userId, chat, stored ?? deleted)
}

/** The tables that `putServerChat` and `removeServerChat` need. */
export const storedChatTables = (db: CompanionDatabase) => [
  db.chats,
  db.deletedChats,
  db.messages,
  db.outbox,
  db.drafts,
  db.conflicts,
  db.sync,
]

/** Shows the server's version of a chat again after a change of this device was refused or discarded. */
export async function showServerChat(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  const stored = await db.chats.get([userId, chatId])
  if (stored?.server) await applyPending(db, userId, stored.server, stored)
}

/**
 * Applies a message that the server has stored as the last one of its chat, at the server's time, and the title, unless
 * the server's version of the chat has the message already.
 */
export async function setLastMessage(
  db: CompanionDatabase,
  userId: number,
  { chat: chatId, content: text, files, created_at }: Message,
  title?: string,
): Promise<void> {
  const content = shownText(text, files)
  const stored = await db.chats.get([userId, chatId])
  if (!stored) return
  if (stored.server) {
    const { last_message_at, preview } = stored.server
    // A list that was synced since may have the message, with the preview of its answer, and a path chosen later.
    const isKnown = created_at < last_message_at || (created_at === last_message_at && preview !== '')
    if (isKnown) return showServerChat(db, userId, chatId)
    // A new question ends the choice of another path: null is the newest.
    const server = { ...withLastMessage(stored.server, content, created_at), path: null }
    await applyPending(db, userId, title === undefined ? server : { ...server, title }, stored)
  } else await db.chats.put(withLastMessage(stored, content, created_at))
}

/** The title that a message leaves: an edit may give another one, and any question names a chat without a title. */
export const titledBy = (
  { title }: Pick<Chat, 'title'>,
  message: Pick<Extract<OutboxEntry, { kind: 'message.send' }>, 'title' | 'body'>,
): string => message.title ?? (title === '' ? titleFrom(message.body.content) : title)

/** Stores a chat of the server with the changes of the queue applied. */
async function applyPending(
  db: CompanionDatabase,
  userId: number,
  given: Chat,
  stored?: ChatRow | DeletedChatRow,
): Promise<void> {
  // The stored version of the server may already have a later last message than this response.
  const last = stored?.server && stored.server.last_message_at > given.last_message_at ? stored.server : given
  const server = { ...given, last_message_at: last.last_message_at, preview: last.preview, path: last.path }
  const pending = await db.outbox.where('[account+chat]').equals([userId, server.id]).sortBy('order')
  const used = stored?.used_at === undefined ? {} : { used_at: stored.used_at }
  let row: ChatRow = { ...server, userId, server, ...used }
  const fate = fateOf(pending)
  for (const entry of pending) {
    if (entry.kind === 'chat.delete' && entry === fate) {
      // The chat is being deleted: the saved row is updated, so that undo restores this state.
      if (entry.bin) await db.outbox.put({ ...entry, bin: { ...entry.bin, row } })
      return
    }
    if (entry.kind === 'chat.update' && entry.state !== 'failed') row = applyPatch(row, entry.body)
    if (entry.kind === 'message.send') {
      row = withLastMessage(row, shownText(entry.body.content, entry.files), new Date(entry.created_at).toISOString())
      if (entry.state !== 'failed') row = { ...row, path: null }
      if (entry.state !== 'failed') row = { ...row, title: titledBy(row, entry) }
    }
    if (entry.kind === 'message.delete' && entry.state !== 'failed') {
      const { title = row.title, preview = row.preview } = entry
      row = { ...row, title, preview }
    }
  }
  if (fate?.kind === 'chat.erase') return
  if (fate === undefined && server.deleted_at) {
    const unsent = stored && 'bin' in stored && stored.bin ? { bin: stored.bin } : {}
    await moveToDeleted(db, { ...row, ...unsent, deleted_at: server.deleted_at }, pending)
  } else await db.chats.put({ ...row, deleted_at: null })
}

/** The last entry, of those that were not refused, that decides whether a chat is in the list or deleted. */
export function fateOf(pending: readonly OutboxEntry[]): OutboxEntry | undefined {
  const fates = ['chat.delete', 'chat.restore', 'chat.erase']
  return pending.findLast(({ kind, state }) => state !== 'failed' && fates.includes(kind))
}

/** What exists on this device only stays in the list, as when the server has deleted the chat for good. */
async function moveToDeleted(
  db: CompanionDatabase,
  row: DeletedChatRow,
  pending: readonly OutboxEntry[],
): Promise<void> {
  const { userId, id } = row
  const isUnsent = pending.some(({ kind }) => kind === 'message.send')
  if (isUnsent || (await countDrafts(db, userId, id)) > 0) await removeServerChat(db, userId, id)
  else await db.chats.delete([userId, id])
  await db.deletedChats.put(row)
}

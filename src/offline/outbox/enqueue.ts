import * as v from 'valibot'
import { MessageInput } from '#contract/endpoints/chats.ts'
import { enqueueChatDeletes } from '../chats/chat-trash.ts'
import { applyPatch, asTagChanges, makeLocalChat, withLastMessage } from '../chats/local-chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import type { ChatPatch, ChatRow } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { stashDraft } from '../drafts/draft-stash.ts'
import { NEW_CHAT, readDraft } from '../drafts/drafts.ts'
import { requestBackgroundSync } from '../flush/background-sync.ts'
import { describeEdit } from './enqueue-message-changes.ts'
import { entryStored } from './entry-events.ts'
import { freshEntry, newId } from './new-entry.ts'
import { fieldsOf, supersede } from './supersede.ts'

export interface NewMessage {
  /** The id that it shall have (UUID v7); one is made unless given. */
  id?: string
  userId: number
  /** For a new chat: the id that it shall have (UUID v7). */
  chatId: string
  content: string
  modes?: Partial<Pick<MessageInput, 'request_mode' | 'response_mode'>>
  /** Given for a chat that the server does not know yet. */
  newChat?: { folder?: string | null; tags?: string[] } | undefined
  /** The question of this chat that was edited: it and all behind it give way. Drafts stay as they are then. */
  replaces?: string | undefined
  /** The draft as its field last saw it: another text, which came in between, is set aside. */
  seen?: string
}

/**
 * Takes a message over: entry (behind a chat.create for a new chat), chat row and cleared draft in one
 * transaction. When the promise resolves it is on disk and the composer may be cleared. Returns its id.
 * Throws ValiError for a text that is empty or too long.
 */
export async function enqueueMessage(db: CompanionDatabase, message: NewMessage): Promise<string> {
  const { userId, chatId, content, modes, newChat, id = newId(), seen, replaces } = message
  const now = Date.now()
  // What the server would never take, and this device could not read again, is refused while it is still a draft.
  const edit = replaces === undefined ? {} : { replaces }
  const given = { id, chat: chatId, content, request_mode: 'text', response_mode: 'text', ...modes, ...edit }
  const body = v.parse(MessageInput, given)
  const fresh = { ...freshEntry(userId, chatId, now), id, kind: 'message.send' as const, body }
  const draftKey = newChat ? NEW_CHAT : chatId
  // Begun before the write, since the app may be closed as soon as the message is said to wait. With a network the page
  // sends it now; the worker would only start beside it.
  if (navigator.onLine === false) void requestBackgroundSync(db)
  // Requests go side by side: while they are under way the person waits for the bubble.
  const entry = await writeAs(db, userId, [db.outbox, db.chats, db.drafts, db.messages], async () => {
    const [stored, draft, replaced] = await Promise.all([
      db.chats.get([userId, chatId]),
      readDraft(db, userId, draftKey),
      replaces === undefined ? undefined : db.messages.get([userId, replaces]),
    ])
    const row = stored ?? { ...makeLocalChat(userId, chatId, content, now), ...newChat, local: newChat !== undefined }
    const isNew = row.local === true && (await createOnce(db, userId, chatId, row.title))
    const isDraft = replaces === undefined
    const unseen = isDraft && seen !== undefined && draft !== seen && !content.includes(draft)
    const edited = describeEdit(row, replaced, content)
    const title = edited.title === undefined ? {} : { title: edited.title }
    const [order] = await Promise.all([
      db.outbox.add({ ...fresh, ...edited }),
      db.chats.put({ ...withLastMessage(row, content, new Date(now).toISOString()), ...title }),
      isDraft ? db.drafts.delete([userId, chatId]) : undefined,
      newChat ? db.drafts.delete([userId, NEW_CHAT]) : undefined,
      unseen ? stashDraft(db, userId, draftKey, draft) : undefined,
    ])
    if (isNew) await placeChat(db, row)
    return { ...fresh, ...edited, order }
  })
  entryStored(entry)
  return id
}

/** Shows a change of a chat at once and sends it when it can. Tags as they shall be, or by `tags_add` and `tags_remove`. */
export async function enqueueChatChange(
  db: CompanionDatabase,
  change: { userId: number; chatId: string; patch: ChatPatch },
): Promise<void> {
  const { userId, chatId } = change
  await writeAs(db, userId, [db.outbox, db.chats], async () => {
    const row = await db.chats.get([userId, chatId])
    const patch = asTagChanges(change.patch, row?.tags ?? [])
    if (fieldsOf({ body: patch }).length === 0) return
    const earlier = await supersede(db, { userId, queueKey: chatId, fields: fieldsOf({ body: patch }) })
    if (row) await db.chats.put(applyPatch(row, patch))
    const titles = new Set([...(row?.title ? [row.title] : []), ...earlier.words])
    const folders = new Set([...(row ? [row.folder] : []), ...earlier.folders])
    await db.outbox.add({
      ...freshEntry(userId, chatId),
      ...{ kind: 'chat.update', body: patch },
      ...(patch.title === undefined ? {} : { known: [...titles] }),
      ...(patch.folder === undefined ? {} : { known_folders: [...folders] }),
    })
  })
}

/** Removes a chat here at once, with what was not sent of it, and on the server when it can. */
export function enqueueChatDelete(db: CompanionDatabase, chat: { userId: number; chatId: string }): Promise<void> {
  return enqueueChatDeletes(db, { userId: chat.userId, chatIds: [chat.chatId] })
}

/** A chat.create entry unless one is waiting already; returns whether it is new. */
async function createOnce(db: CompanionDatabase, userId: number, chatId: string, title: string): Promise<boolean> {
  const waiting = await db.outbox.where('[account+chat]').equals([userId, chatId]).toArray()
  if (waiting.some(({ kind }) => kind === 'chat.create')) return false
  await db.outbox.add({ ...freshEntry(userId, chatId), kind: 'chat.create', body: { id: chatId, title } })
  return true
}

/** The place of a new chat goes by itself, behind its first message: a label holds no message back. */
async function placeChat(db: CompanionDatabase, { userId, id, folder, tags }: ChatRow): Promise<void> {
  if (folder === null && tags.length === 0) return
  const body = { ...(folder === null ? {} : { folder }), ...(tags.length > 0 ? { tags_add: tags } : {}) }
  await db.outbox.add({ ...freshEntry(userId, id), kind: 'chat.update', body })
}

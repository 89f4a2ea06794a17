import * as v from 'valibot'
import { MessageInput } from '#contract/endpoints/chats.ts'
import { applyPatch, asTagChanges, makeLocalChat, shownText, titledBy, withLastMessage } from '../chats/local-chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { type AttachedFile, type ChatPatch, type ChatRow, parseEntry } from '../database/rows.ts'
import { isConnectionLost } from '../database/storage-errors.ts'
import { writeAs } from '../database/write-as.ts'
import { DRAFT_MODEL } from '../drafts/draft-model.ts'
import { stashDraft } from '../drafts/draft-stash.ts'
import { NEW_CHAT, readDraft } from '../drafts/drafts.ts'
import { takeDraftFiles } from '../files/draft-files.ts'
import { requestBackgroundSync } from '../flush/background-sync.ts'
import { describeEdit, releaseDeletions } from './enqueue-message-changes.ts'
import { entryStored } from './entry-events.ts'
import { freshEntry, newId } from './new-entry.ts'
import { fieldsOf, supersede } from './supersede.ts'

export interface NewMessage {
  /** The message's id (UUID v7); generated when omitted. */
  id?: string
  userId: number
  /** The chat's id; for a new chat a new UUID v7. */
  chatId: string
  /** May be empty when there are files. */
  content: string
  /** Files of the draft, which are removed from the draft. An edit keeps the files of the edited question instead. */
  files?: readonly AttachedFile[]
  modes?: Partial<Pick<MessageInput, 'request_mode' | 'response_mode' | 'search' | 'model'>>
  /** Given for a chat that the server does not know yet. */
  newChat?: { folder?: string | null; tags?: string[]; model?: string | null } | undefined
  /** The edited question: it and all later messages of the chat are superseded. Drafts stay unchanged then. */
  replaces?: string | undefined
  /** The draft as its field last showed it: another stored draft is stashed, not deleted. */
  seen?: string
  /** The question at the end of the shown path, if the server has one; this one is asked under it. */
  parent?: string | undefined
}

/**
 * Enqueues a message: its entry (after a chat.create for a new chat), the chat's row and the cleared draft are one
 * transaction, which is repeated once when the browser loses its database. When the promise resolves it is on disk and
 * the composer may be cleared. Returns the message's id. Throws ValiError for a text that is empty or too long.
 */
export async function enqueueMessage(db: CompanionDatabase, message: NewMessage): Promise<string> {
  const { userId, chatId, content, modes, newChat, id = newId(), seen, replaces, parent, files = [] } = message
  const now = Date.now()
  // Validated first: an invalid message could be neither accepted by the server nor read from the outbox.
  const branch = replaces !== undefined ? { replaces } : parent !== undefined ? { parent } : {}
  const isDraft = replaces === undefined
  const ids = files.map((file) => file.id)
  const named = isDraft && ids.length > 0 ? { files: ids } : {}
  const given = {
    id,
    chat: chatId,
    content,
    request_mode: 'text',
    response_mode: 'text',
    ...modes,
    ...branch,
    ...named,
  }
  const body = v.parse(MessageInput, given)
  const fresh = { ...freshEntry(userId, chatId, now), id, kind: 'message.send' as const, body }
  const draftKey = newChat ? NEW_CHAT : chatId
  const tables = [db.outbox, db.chats, db.drafts, db.messages, db.files]
  const store = async () => {
    // The reads run concurrently, since the user waits for the message to appear.
    const [stored, draft, replaced] = await Promise.all([
      db.chats.get([userId, chatId]),
      readDraft(db, userId, draftKey),
      replaces === undefined ? undefined : db.messages.get([userId, replaces]),
    ])
    const shown = shownText(content, files)
    const row = stored ?? { ...makeLocalChat(userId, chatId, shown, now), ...newChat, local: newChat !== undefined }
    const isNew = row.local === true && (await createOnce(db, userId, chatId, row.title))
    const unseen = isDraft && seen !== undefined && draft !== seen && !content.includes(draft)
    const attached = isDraft ? files : (replaced?.files ?? [])
    const edited = { ...describeEdit(row, replaced, content), ...(attached.length > 0 ? { files: [...attached] } : {}) }
    const title = titledBy(row, { ...edited, body })
    const [order] = await Promise.all([
      db.outbox.add({ ...fresh, ...edited }),
      releaseDeletions(db, userId, chatId),
      db.chats.put({ ...withLastMessage(row, shown, new Date(now).toISOString()), title, path: null }),
      isDraft ? db.drafts.delete([userId, chatId]) : undefined,
      newChat
        ? db.drafts.bulkDelete([
            [userId, NEW_CHAT],
            [userId, DRAFT_MODEL],
          ])
        : undefined,
      unseen ? stashDraft(db, userId, draftKey, draft) : undefined,
      named.files ? takeDraftFiles(db, userId, draftKey, new Set(ids)) : undefined,
      named.files
        ? db.files.bulkUpdate(ids.map((file) => ({ key: [userId, file], changes: { message: id } })))
        : undefined,
    ])
    if (isNew) await storeNewChat(db, row)
    return { ...fresh, ...edited, order }
  }
  const written = writeAs(db, userId, tables, store).catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error
    // The connection may have been lost after the commit: then the message waits here, or was sent meanwhile.
    return writeAs(db, userId, tables, async () => {
      const waiting = parseEntry(await db.outbox.where('id').equals(id).first())
      if (waiting) return waiting
      return (await db.messages.get([userId, id])) ? null : store()
    })
  })
  // Background Sync is registered during the write: after its begin, so as not to delay it, and before its end, since
  // the user may close the app at once. Online, the page sends the message, and the worker would compete with it.
  if (navigator.onLine === false) void requestBackgroundSync(db)
  const entry = await written
  if (entry) entryStored(entry)
  return id
}

/**
 * Optimistic update of a chat. Tags as a whole list, or as additions and removals (`tags_add`, `tags_remove`).
 * `instead`: the versions of answers that those in `patch.versions` take the place of.
 */
export async function enqueueChatChange(
  db: CompanionDatabase,
  change: { userId: number; chatId: string; patch: ChatPatch; instead?: readonly string[] },
): Promise<void> {
  const { userId, chatId, instead = [] } = change
  await writeAs(db, userId, [db.outbox, db.chats], async () => {
    const row = await db.chats.get([userId, chatId])
    const patch = asTagChanges(change.patch, row?.tags ?? [])
    if (fieldsOf({ body: patch }).length === 0) return
    const fields = [...fieldsOf({ body: patch }), ...fieldsOf({ body: { versions: instead } })]
    const earlier = await supersede(db, { userId, queueKey: chatId, fields })
    if (row) await db.chats.put(applyPatch(row, patch))
    const titles = new Set([...(row?.title ? [row.title] : []), ...earlier.names])
    const folders = new Set([...(row ? [row.folder] : []), ...earlier.folders])
    await db.outbox.add({
      ...freshEntry(userId, chatId),
      ...{ kind: 'chat.update', body: patch },
      ...(patch.title === undefined ? {} : { known: [...titles] }),
      ...(patch.folder === undefined ? {} : { known_folders: [...folders] }),
    })
  })
}

/** Adds a chat.create entry unless one is waiting; returns whether it was added. */
async function createOnce(db: CompanionDatabase, userId: number, chatId: string, title: string): Promise<boolean> {
  const waiting = await db.outbox.where('[account+chat]').equals([userId, chatId]).toArray()
  if (waiting.some(({ kind }) => kind === 'chat.create')) return false
  await db.outbox.add({ ...freshEntry(userId, chatId), kind: 'chat.create', body: { id: chatId, title } })
  return true
}

/**
 * The folder, tags and model of a new chat are a separate entry after its first message: they never delay a message.
 */
async function storeNewChat(db: CompanionDatabase, { userId, id, folder, tags, model = null }: ChatRow): Promise<void> {
  if (folder === null && tags.length === 0 && model === null) return
  const body = {
    ...(folder === null ? {} : { folder }),
    ...(tags.length > 0 ? { tags_add: tags } : {}),
    ...(model === null ? {} : { model }),
  }
  await db.outbox.add({ ...freshEntry(userId, id), kind: 'chat.update', body })
}

import { restoreChat } from '../chats/chat-trash.ts'
import { removeLabel } from '../chats/labels.ts'
import { showServerChat, storedChatTables } from '../chats/local-chat.ts'
import { forgetGoneChat } from '../chats/remove-server-chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { withFreeSpace, writeAs } from '../database/write-as.ts'
import { undoClearHistory } from '../deleted/deleted-chats.ts'
import { appendDraftFiles } from '../files/draft-files.ts'
import { enqueueChatChange } from './enqueue.ts'
import { detachDiscardedQuestion } from './enqueue-message-changes.ts'
import { freshEntry } from './new-entry.ts'

type Sending = Extract<OutboxEntry, { kind: 'message.send' }>

/** Codes with which the server refuses only messages that it has not stored; a repeat gets the stored message. */
const refusalsOfNew: ReadonlySet<string> = new Set(['limit_reached', 'subscription_required'])

/**
 * Makes an entry due at once. After an unanswered attempt `attempts` stays 1: the server may have stored the message, so
 * discarding it must delete it there too.
 */
const makeDue = (entry: OutboxEntry): void => {
  const attempts = entry.state === 'failed' ? 0 : Math.min(1, entry.attempts)
  Object.assign(entry, { state: 'waiting', attempts, nextAttemptAt: 0, lease: null, error: null })
}

/**
 * Retries a failed or held entry now, with the creation of its chat and the deletions that it may wait for; not one
 * that is being sent.
 */
export async function retry(db: CompanionDatabase, id: string): Promise<void> {
  const entry = await db.outbox.where('id').equals(id).first()
  if (!entry) return
  const own = db.outbox.where('[account+chat]').equals([entry.userId, entry.queueKey])
  const isAhead = (each: OutboxEntry) =>
    each.kind === 'chat.create' || (each.kind === 'message.delete' && each.state === 'waiting' && !isUndoable(each))
  await withFreeSpace(db, entry.userId, async () => {
    await own.filter((each) => each.state !== 'sending' && (each.id === id || isAhead(each))).modify(makeDue)
  })
}

/** Retries all entries of a user, after a purchase or from the settings; deletions held for undo if `withUndoable`. */
export async function retryAll(db: CompanionDatabase, userId: number, { withUndoable = false } = {}): Promise<void> {
  await withFreeSpace(db, userId, async () => {
    await db.outbox
      .where('account')
      .equals(userId)
      .filter((entry) => entry.state !== 'sending' && (withUndoable || !isUndoable(entry)))
      .modify(makeDue)
  })
}

const isUndoable = ({ kind, state, attempts }: OutboxEntry): boolean =>
  kind.endsWith('.delete') && state === 'waiting' && attempts === 0

/**
 * Discards an entry; its text and files move to the draft of its chat, and a message that may have reached the server
 * is deleted there. Discarding the creation of a chat discards its messages too; that of a folder or tag removes it
 * from chats. Returns false, and changes nothing, while it is being sent.
 */
export async function discard(db: CompanionDatabase, id: string, now: number = Date.now()): Promise<boolean> {
  const found = await db.outbox.where('id').equals(id).first()
  if (!found) return false
  const tables = [...storedChatTables(db), db.folders, db.tags]
  return writeAs(db, found.userId, tables, async () => {
    const entry = await db.outbox.where('id').equals(id).first()
    if (!entry) return false
    const together = entry.kind.endsWith('.create') ? await ofQueue(db, entry) : [entry]
    if (together.some(({ lease }) => lease !== null && lease.until > now)) return false
    await db.outbox.bulkDelete(together.flatMap(({ order }) => order ?? []))
    const texts = together.flatMap((each) => (each.kind === 'message.send' ? each.body.content : []))
    if (texts.length > 0) await appendToDraft(db, entry, texts, now)
    for (const each of together) if (each.kind === 'message.send') await returnFiles(db, each)
    if (entry.kind === 'chat.update') {
      await showServerChat(db, entry.userId, entry.queueKey)
      await forgetGoneChat(db, entry.userId, entry.queueKey)
    }
    if (entry.kind === 'message.delete') await showServerChat(db, entry.userId, entry.queueKey)
    if (entry.kind === 'message.send') await detachDiscardedQuestion(db, entry)
    for (const each of together) if (each.kind === 'message.send') await deleteArrived(db, each)
    if (entry.kind === 'chat.delete') await restoreChat(db, entry)
    if (entry.kind === 'chat.restore') await showServerChat(db, entry.userId, entry.queueKey)
    if (entry.kind === 'history.clear') await undoClearHistory(db, entry.userId)
    if (entry.kind === 'folder.create') await removeLabel(db, entry.userId, 'folder', entry.queueKey)
    if (entry.kind === 'tag.create') await removeLabel(db, entry.userId, 'tag', entry.queueKey)
    return true
  })
}

/** Moves an unsent message back to the draft, to be edited and sent again. Otherwise like `discard`. */
export async function moveToDraft(db: CompanionDatabase, id: string): Promise<boolean> {
  const entry = await db.outbox.where('id').equals(id).first()
  return entry?.kind === 'message.send' && discard(db, id)
}

/**
 * Queues the deletion of a discarded message that may be on the server, at its position in the queue: what waits behind
 * it is sent later, so that the model does not see it. A deleted edit does not bring back what it replaced, so the path
 * is moved there, unless a waiting question moves it.
 */
async function deleteArrived(db: CompanionDatabase, entry: Sending): Promise<void> {
  const { userId, queueKey: chatId, id, order, body } = entry
  if (!mayHaveArrived(entry)) return
  const waiting = (await ofQueue(db, entry)).filter(({ state }) => state !== 'failed')
  if (waiting.some((each) => each.kind === 'message.delete' && each.body.message === id)) return
  const position = order === undefined ? {} : { order }
  await db.outbox.put({ ...freshEntry(userId, chatId), ...position, kind: 'message.delete', body: { message: id } })
  if (body.replaces === undefined || waiting.some(({ kind }) => kind === 'message.send')) return
  await enqueueChatChange(db, { userId, chatId, patch: { path: body.replaces } })
}

/** Whether the server may have stored an unsent message: an attempt has ended without an answer about it. */
function mayHaveArrived({ state, attempts, error }: Sending): boolean {
  // With an expired lease, the page or worker was closed during an attempt.
  if (state !== 'waiting') return state === 'sending'
  return attempts > 0 && !refusalsOfNew.has(error?.code ?? '')
}

/** The files of a discarded message return to the draft; those of an edit belong to the question on the server. */
async function returnFiles(db: CompanionDatabase, { userId, queueKey, body, files = [], error }: Sending) {
  if (body.replaces !== undefined) return
  const returned = files.map((file) => (error && error.file === file.id ? { ...file, refused: error.code } : file))
  await appendDraftFiles(db, userId, queueKey, returned)
}

async function ofQueue(db: CompanionDatabase, { userId, queueKey }: OutboxEntry): Promise<OutboxEntry[]> {
  return db.outbox.where('[account+chat]').equals([userId, queueKey]).sortBy('order')
}

async function appendToDraft(db: CompanionDatabase, entry: OutboxEntry, texts: string[], now: number): Promise<void> {
  const { userId, queueKey } = entry
  const draft = await db.drafts.get([userId, queueKey])
  const text = [draft?.text ?? '', ...texts].filter((each) => each !== '').join('\n\n')
  await db.drafts.put({ userId, draftKey: queueKey, text, updated_at: now })
}

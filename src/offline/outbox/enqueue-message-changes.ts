import { isTitleOf } from '#contract/is-title-of.ts'
import { previewOf, titleFrom } from '#contract/title-and-preview.ts'
import { UNDO_MS } from '../chats/chat-trash.ts'
import { findPath } from '../chats/current-path.ts'
import { shownText, showServerChat } from '../chats/local-chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import type { ChatRow, MessageRow, OutboxEntry } from '../database/rows.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry } from './new-entry.ts'
import { supersede } from './supersede.ts'

type Deletion = Extract<OutboxEntry, { kind: 'message.delete' }>
type Sending = Extract<OutboxEntry, { kind: 'message.send' }>

/**
 * Hides a message at once (`findPath`), a question with its answers, and queues its deletion, not to be sent before
 * `notBefore` (milliseconds since 1970). Returns the entry's id, with which `discard` undoes it until it is sent; null
 * when the message was not sent yet or was refused, so that the server has nothing to delete.
 */
export async function enqueueMessageDelete(
  db: CompanionDatabase,
  given: { userId: number; chatId: string; messageId: string; notBefore?: number },
): Promise<string | null> {
  const { userId, chatId, messageId, notBefore = 0 } = given
  return writeAs(db, userId, [db.outbox, db.chats, db.messages], async () => {
    const waiting = await readEntries(db, userId, chatId)
    const unsent = waiting.find((each): each is Sending => each.kind === 'message.send' && each.id === messageId)
    const isOnlyHere = unsent?.state === 'failed' || (unsent?.state === 'waiting' && unsent.attempts === 0)
    if (unsent && isOnlyHere) {
      await db.outbox.delete(unsent.order ?? -1)
      await detachDiscardedQuestion(db, unsent)
      return null
    }
    const earlier = waiting.find((each): each is Deletion => isDeletionOf(each, messageId))
    if (earlier && earlier.state !== 'failed') return earlier.id
    if (earlier) await db.outbox.delete(earlier.order ?? -1)
    const entry = { ...freshEntry(userId, chatId), kind: 'message.delete' as const, body: { message: messageId } }
    const row = await db.chats.get([userId, chatId])
    const left = row && (await describeLeft(db, row, messageId, [...waiting, entry]))
    await db.outbox.add({ ...entry, ...left, nextAttemptAt: notBefore })
    if (row) await db.chats.put({ ...row, ...left })
    return entry.id
  })
}

/** Whether a queued deletion is held for undo. Use inside `liveQuery`. */
export async function isMessageDeleteUndoable(db: CompanionDatabase, id: string): Promise<boolean> {
  const entry = await db.outbox.where('id').equals(id).first()
  return entry !== undefined && isUntried(entry) && entry.nextAttemptAt > 0
}

/** Extends the undo time of a held deletion by UNDO_MS from now. */
export async function holdMessageDelete(db: CompanionDatabase, userId: number, id: string): Promise<void> {
  await writeAs(db, userId, [db.outbox], async () => {
    await db.outbox
      .where('id')
      .equals(id)
      .filter((entry) => isUntried(entry) && entry.nextAttemptAt > 0)
      .modify({ nextAttemptAt: Date.now() + UNDO_MS })
  })
}

/**
 * Ends the undo time of deleted messages: the next question is sent after these deletions, and would wait for them; a
 * page of the chat would show the texts.
 */
export async function releaseDeletions(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  // One request: a cursor, as of `modify`, needs one for each waiting entry, and a new message waits for this.
  const entries = await db.outbox.where('[account+chat]').equals([userId, chatId]).toArray()
  const held = entries.filter(isUntried)
  if (held.length > 0) await db.outbox.bulkPut(held.map((entry) => ({ ...entry, nextAttemptAt: 0 })))
}

const isUntried = ({ kind, state, attempts }: OutboxEntry): boolean =>
  kind === 'message.delete' && state === 'waiting' && attempts === 0

const isDeletionOf = (entry: OutboxEntry, messageId: string): boolean =>
  entry.kind === 'message.delete' && entry.body.message === messageId

/** The chat's preview after a deletion, and a new title if the deleted question gave the old one. */
async function describeLeft(
  db: CompanionDatabase,
  row: ChatRow,
  messageId: string,
  waiting: OutboxEntry[],
): Promise<{ title?: string; preview?: string }> {
  const gone = await db.messages.get([row.userId, messageId])
  if (!gone) return {}
  const all = await ofChat(db, row).toArray()
  const { hidden } = findPath(all, waiting, row.path)
  const left = all.filter(({ id, content }) => !hidden.has(id) && content !== '')
  const unsent = waiting.flatMap((entry) =>
    entry.kind === 'message.send' && !hidden.has(entry.id) ? entry.body.content : [],
  )
  const last = unsent.at(-1) ?? left.at(-1)?.content ?? ''
  const isNamed = gone.role === 'user' && isTitleOf(row.title, gone.content)
  const first = left.find(({ role }) => role === 'user')?.content ?? unsent[0] ?? ''
  return { preview: previewOf(last), ...(isNamed ? { title: titleFrom(first) } : {}) }
}

const ofChat = (db: CompanionDatabase, { userId, id }: ChatRow) =>
  db.messages.where('[account+chat+seq]').between([userId, id, 0], [userId, id, Number.POSITIVE_INFINITY])

/** What an edit stores in its entry: the replaced question's position, and a new title if the old question gave it. */
export function describeEdit(
  row: Pick<ChatRow, 'title'>,
  replaced: MessageRow | undefined,
  content: string,
): { place?: number; title?: string } {
  if (!replaced) return {}
  return {
    place: replaced.seq,
    ...(isTitleOf(row.title, replaced.content) ? { title: titleFrom(content) } : {}),
  }
}

/**
 * Shows the chat without a discarded question, for an edit with the original one; an edit of that edit then replaces the
 * original. Runs in the caller's transaction, after the entry is deleted.
 */
export async function detachDiscardedQuestion(db: CompanionDatabase, discarded: Sending): Promise<void> {
  const { userId, queueKey: chatId, id, body, place } = discarded
  await db.outbox
    .where('[account+chat]')
    .equals([userId, chatId])
    .filter((each) => each.kind === 'message.send' && each.state !== 'sending' && each.body.replaces === id)
    .modify((each) => {
      if (each.kind === 'message.send') Object.assign(each, { place, body: { ...each.body, replaces: body.replaces } })
    })
  await forgetTitle(db, discarded)
  await showServerChat(db, userId, chatId)
}

/**
 * Takes the words of a discarded first question out of the title, the preview and the creation of its chat: the next
 * unsent question gives them, or the next one that is asked. A server that may have the chat gets the new title.
 */
async function forgetTitle(db: CompanionDatabase, discarded: Sending): Promise<void> {
  const { userId, queueKey: chatId, body, files, order = 0 } = discarded
  const row = await db.chats.get([userId, chatId])
  if (!row || body.replaces !== undefined || (await hasMessages(db, row))) return
  const waiting = await db.outbox.where('[account+chat]').equals([userId, chatId]).toArray()
  const left = waiting.filter((each) => each.kind === 'message.send')
  if (left.some((each) => (each.order ?? 0) < order)) return
  const words = shownText(body.content, files)
  const texts = left.map((each) => shownText(each.body.content, each.files))
  const title = titleFrom(texts[0] ?? '')
  const creation = waiting.find((each) => each.kind === 'chat.create')
  if (creation && creation.state !== 'sending' && isTitleOf(creation.body.title ?? '', words)) {
    await db.outbox.update(creation.order ?? -1, { body: { ...creation.body, title } })
  }
  const isNamed = isTitleOf(row.title, words)
  if (!row.server) {
    await db.chats.put({ ...row, ...(isNamed ? { title } : {}), preview: previewOf(texts.at(-1) ?? '') })
  }
  if (!isNamed) return
  const { names } = await supersede(db, { userId, queueKey: chatId, fields: ['title'] })
  const mayBeThere = row.server || creation?.state === 'sending' || (creation?.attempts ?? 0) > 0
  if (!mayBeThere) return
  const known = [...new Set([row.title, ...names])]
  await db.outbox.add({ ...freshEntry(userId, chatId), kind: 'chat.update', body: { title }, known })
}

/** Whether the server has messages of a chat, which may not be stored here. */
const hasMessages = async (db: CompanionDatabase, row: ChatRow): Promise<boolean> =>
  row.server !== undefined && (row.server.preview !== '' || (await ofChat(db, row).count()) > 0)

/** Replaces a message that the server has deleted, and its answers, by tombstones. Runs in the caller's transaction. */
export async function eraseMessage(db: CompanionDatabase, userId: number, chatId: string, id: string): Promise<void> {
  const message = await db.messages.get([userId, id])
  if (!message) return
  const answers = db.messages
    .where('[account+chat+seq]')
    .between([userId, chatId, message.seq], [userId, chatId, Number.POSITIVE_INFINITY])
    .filter(({ reply_to }) => reply_to === id)
  for (const row of [message, ...(await answers.toArray())]) {
    const { cursor: _, reasoning: __, sources: ___, search_problem: ____, files: _____, ...rest } = row
    const { earlier: ______, summary: _______, ...others } = rest
    const erased = { content: '', status: 'deleted', failure: null, has_reasoning: false, scores: null } as const
    await db.messages.put({ ...others, ...erased })
  }
}

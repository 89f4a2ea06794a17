import type { Kysely } from 'kysely'
import { isTitleOf } from '#contract/is-title-of.ts'
import type { Chat, Message } from '#contract/objects/chat.ts'
import { previewOf, titleFrom } from '#contract/title-and-preview.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { putSearchEntry, removeSearchEntry } from '../../../db/search/put-entry.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { detachFiles } from '../../files/files.repository.ts'
import { type ChatRow, lockChat } from '../chat-lock.repository.ts'
import { chatNotFound, messageNotFound } from '../chats.errors.ts'
import { type MessageRow, toMessage } from '../chats.mappers.ts'
import { findAnswers, findChat, findMessage, readChat } from '../chats.repository.ts'
import { removeFeedback } from '../feedback.repository.ts'
import { notifyOwners } from '../generations/notify-owners.ts'
import { recordUsage } from '../generations/record-usage.ts'
import { GENERATIONS_TOPIC } from '../generations/topics.ts'
import { stopGenerations } from '../generations.repository.ts'
import { withdrawAnswers } from '../offers.repository.ts'
import { selectCurrentTexts } from '../path.repository.ts'
import { deleteSummaries } from '../summaries.repository.ts'
import { storeWithdrawn } from '../tombstones.repository.ts'

type Deps = Pick<Dependencies, 'db' | 'bus' | 'now'>

/**
 * Deletes a question with all its answers, or one version of an answer (decision 026): the text is erased, a tombstone
 * keeps the position. An unfinished answer is stopped. Returns the deleted messages; a repeat returns the same. Of a
 * message that the server does not have, the id is stored before the 404, so that a delayed request cannot store it.
 */
export async function deleteMessage(
  deps: Deps,
  userId: number,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<{ chat: Chat; messages: Message[] }> {
  const found = await deps.db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, userId, chatId)
    if (chat === undefined) throw chatNotFound()
    const message = await findMessage(trx, userId, messageId)
    if (message === undefined) {
      await storeWithdrawn(trx, userId, messageId, deps.now())
      return undefined
    }
    if (message.chat_id !== chat.id) throw messageNotFound()
    const together = message.role === 'user' ? [message, ...(await findAnswers(trx, message))] : [message]
    const standing = together.filter(({ status }) => status !== 'deleted')
    const running = standing.length === 0 ? [] : await erase(trx, standing, deps.now())
    const question = message.reply_to === null ? message : await findMessage(trx, userId, message.reply_to)
    await deleteSummaries(trx, { userId, chatId }, question?.seq ?? 0, deps.now())
    if (standing.length > 0) await describeAgain(trx, chat, message, deps.now())
    const rows = await Promise.all(together.map(({ id }) => findMessage(trx, userId, id)))
    const after = await findChat(trx, userId, chatId)
    const messages = rows.flatMap((row) => (row ? toMessage(row) : []))
    return { running, chat: await readChat(trx, after ?? chat), messages }
  })
  // Thrown after the transaction, which would otherwise not be committed.
  if (found === undefined) throw messageNotFound()
  const { running, ...deleted } = found
  if (running.length > 0) {
    await notifyOwners(deps, running)
    // The next generation of the chat can run now.
    await deps.bus.publish(GENERATIONS_TOPIC, 'queued')
  }
  return deleted
}

/** Returns the unfinished generations; all generations are deleted, and with them their chunks. */
async function erase(trx: Kysely<Database>, messages: readonly MessageRow[], now: number): Promise<number[]> {
  const ids = messages.map(({ id }) => id)
  const userId = messages[0]?.user_id ?? 0
  const unfinished = await stopGenerations(trx, userId, ids)
  for (const one of unfinished) await recordUsage(trx, one, { usage: null, failed: false, at: isoTime(now) })
  await trx.deleteFrom('generations').where('user_id', '=', userId).where('message_id', 'in', ids).execute()
  await trx.deleteFrom('scores').where('user_id', '=', userId).where('message_id', 'in', ids).execute()
  await removeFeedback(trx, userId, ids)
  await withdrawAnswers(trx, userId, ids)
  await detachFiles(trx, userId, ids)
  for (const { id, chat_id } of messages) await removeSearchEntry(trx, { userId, chatId: chat_id, messageId: id })
  await trx
    .updateTable('messages')
    .set({
      ...{ status: 'deleted', content: '', reasoning: '', failure: null, sources: '[]', search_problem: null },
      ...{ earlier_end: null, earlier_summary: null },
      updated_at: notBack(isoTime(now)),
    })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  return unfinished.map(({ id }) => id)
}

/** Updates the preview, and a title that the deleted question gave: neither may repeat deleted text. */
async function describeAgain(trx: Kysely<Database>, chat: ChatRow, deleted: MessageRow, now: number): Promise<void> {
  const texts = selectCurrentTexts(trx, chat)
  const newest = await texts.orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const named = deleted.role === 'user' && isTitleOf(chat.title, deleted.content)
  const first = named ? await texts.where('role', '=', 'user').orderBy('seq').limit(1).executeTakeFirst() : undefined
  // The next question gives the title of a chat without one.
  const title = first === undefined ? { title: '', is_titled: 0 as const } : { title: titleFrom(first.content) }
  await trx
    .updateTable('chats')
    .set({
      preview: previewOf(newest?.content ?? ''),
      ...(named ? title : {}),
      updated_at: isoTime(Math.max(now, Date.parse(chat.updated_at) + 1)),
    })
    .where('user_id', '=', chat.user_id)
    .where('id', '=', chat.id)
    .execute()
  if (named) await putSearchEntry(trx, { userId: chat.user_id, chatId: chat.id }, title.title)
}

import type { Kysely } from 'kysely'
import type { ImportedMessage } from '#contract/endpoints/import.ts'
import type { ImportSource } from '#contract/objects/chat.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { putSearchEntry } from '../../../db/search/put-entry.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import type { ChatRow } from '../../chats/chat-lock.repository.ts'
import { invalidMessageOrChat } from '../../chats/chats.errors.ts'
import { findQuestions } from '../../chats/path.repository.ts'
import { createQuestionTree } from './question-tree.ts'

interface Given {
  source: ImportSource
  messages: readonly ImportedMessage[]
  now: number
}

/**
 * Adds to the end of a locked chat the messages that it does not have, in their order, with their own times. Returns
 * their number and the time of the newest. Throws `invalid_message_or_chat` when a question or an answer names a
 * message that is no question of this chat, or when an id belongs to another chat.
 */
export async function insertImported(
  trx: Kysely<Database>,
  chat: ChatRow,
  { source, messages, now }: Given,
): Promise<{ count: number; newest: string }> {
  const isNew = await unknownOf(trx, chat, messages)
  const questions = createQuestionTree(await findQuestions(trx, chat))
  const answers = await countAnswers(trx, chat, messages)
  const owner = { user_id: chat.user_id, chat_id: chat.id }
  let newest = ''
  const rows = messages.filter(isNew).map((message, index) => {
    const time = isoTime(Math.min(Date.parse(message.created_at), now))
    if (time > newest) newest = time
    const content = cleanText(message.content)
    const position =
      message.role === 'user'
        ? { ...questions.add(message), version: 1, reply_to: null, model: null }
        : {
            ...positionOfAnswer(message, questions, answers),
            parent: null,
            replaces: null,
            model: message.model ?? null,
          }
    return {
      ...owner,
      ...position,
      id: message.id,
      role: message.role,
      content,
      status: 'complete' as const,
      reasoning: '',
      seq: chat.last_seq + index + 1,
      request_mode: 'text' as const,
      response_mode: 'text' as const,
      imported_from: source,
      request_hash: '',
      created_at: time,
      updated_at: isoTime(now),
    }
  })
  if (rows.length > 0) await trx.insertInto('messages').values(rows).execute()
  for (const { id, content } of rows) {
    await putSearchEntry(trx, { userId: chat.user_id, chatId: chat.id, messageId: id }, content)
  }
  return { count: rows.length, newest }
}

type Questions = ReturnType<typeof createQuestionTree>

function positionOfAnswer({ reply_to }: ImportedMessage, questions: Questions, answers: Map<string, number>) {
  const superseded_by = questions.supersededBy(reply_to ?? '')
  if (reply_to === undefined || superseded_by === undefined) throw invalidMessageOrChat()
  const version = (answers.get(reply_to) ?? 0) + 1
  answers.set(reply_to, version)
  return { reply_to, version, superseded_by }
}

/** Tells which messages to store: each id once, without those that the chat has. */
async function unknownOf(
  trx: Kysely<Database>,
  chat: ChatRow,
  messages: readonly ImportedMessage[],
): Promise<(message: ImportedMessage) => boolean> {
  const ids = messages.map(({ id }) => id)
  const stored =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('messages')
          .select(['id', 'chat_id'])
          .where('user_id', '=', chat.user_id)
          .where('id', 'in', ids)
          .execute()
  if (stored.some(({ chat_id }) => chat_id !== chat.id)) throw invalidMessageOrChat()
  const seen = new Set(stored.map(({ id }) => id))
  return ({ id }) => !seen.has(id) && seen.add(id).has(id)
}

/** By the id of a question that the messages answer: the number of the newest stored version of its answer. */
async function countAnswers(
  trx: Kysely<Database>,
  chat: ChatRow,
  messages: readonly ImportedMessage[],
): Promise<Map<string, number>> {
  const questionIds = messages.flatMap(({ reply_to }) => reply_to ?? [])
  if (questionIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('messages')
    .select(['reply_to', 'version'])
    .where('user_id', '=', chat.user_id)
    .where('chat_id', '=', chat.id)
    .where('reply_to', 'in', questionIds)
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ reply_to, version }) => [reply_to ?? '', version]))
}

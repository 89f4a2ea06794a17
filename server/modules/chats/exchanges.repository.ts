import type { Kysely } from 'kysely'
import type { Exchange } from '#contract/objects/chat.ts'
import type { Database } from '../../db/schema/schema.ts'
import { type MessageRow, toMessage } from './chats.mappers.ts'
import { findMessage } from './chats.repository.ts'
import { readMessage } from './messages.repository.ts'

/** A question and one version of its answer, as they are stored now; undefined when either is missing. */
export async function findExchange(
  db: Kysely<Database>,
  userId: number,
  which: { question: string; version: number } | { answer: string },
): Promise<Exchange | undefined> {
  const answer =
    'answer' in which
      ? await findMessage(db, userId, which.answer)
      : await findAnswer(db, userId, which.question, which.version)
  if (answer === undefined || answer.reply_to === null) return undefined
  const question = await findMessage(db, userId, answer.reply_to)
  return question && { user_message: toMessage(question), assistant_message: await readMessage(db, answer) }
}

async function findAnswer(
  db: Kysely<Database>,
  userId: number,
  question: string,
  version: number,
): Promise<MessageRow | undefined> {
  const asked = await findMessage(db, userId, question)
  if (asked === undefined) return undefined
  return db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', userId)
    .where('chat_id', '=', asked.chat_id)
    .where('seq', '>', asked.seq)
    .where('reply_to', '=', question)
    .where('version', '=', version)
    .executeTakeFirst()
}

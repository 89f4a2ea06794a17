import type { Kysely } from 'kysely'
import type { Exchange } from '#contract/objects/chat.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { MessageRow } from './chats.mappers.ts'
import { findMessage } from './chats.repository.ts'
import { readMessage } from './messages.repository.ts'

/** An answer with its question, as they are stored now; undefined when either is missing. */
export async function findExchange(
  db: Kysely<Database>,
  userId: number,
  answerId: string,
): Promise<Exchange | undefined> {
  const found = await findMessage(db, userId, answerId)
  if (found === undefined || found.reply_to === null) return undefined
  const question = await findMessage(db, userId, found.reply_to)
  return question && toExchange(db, question, found)
}

/** A question with the first version of its answer. */
export async function findFirstExchange(db: Kysely<Database>, question: MessageRow): Promise<Exchange | undefined> {
  const answer = await db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', question.user_id)
    .where('chat_id', '=', question.chat_id)
    .where('seq', '>', question.seq)
    .where('reply_to', '=', question.id)
    .where('version', '=', 1)
    .executeTakeFirst()
  return answer && toExchange(db, question, answer)
}

async function toExchange(db: Kysely<Database>, question: MessageRow, answer: MessageRow): Promise<Exchange> {
  return { user_message: await readMessage(db, question), assistant_message: await readMessage(db, answer) }
}

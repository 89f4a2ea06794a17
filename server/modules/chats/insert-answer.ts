import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../db/schema.ts'
import type { ChatRow } from './lock-chat.ts'
import { expiryFrom, isoTime, notBack } from './rows.ts'

interface NewAnswer {
  id?: string
  question: string
  version: number
  seq: number
  requestHash: string
  modes: { request_mode: 'text' | 'voice'; response_mode: 'text' | 'voice' }
}

/** Adds an empty answer and the job of writing it, at the end of a locked chat. */
export async function insertAnswer(
  trx: Kysely<Database>,
  chat: ChatRow,
  answer: NewAnswer,
  now: number,
): Promise<void> {
  const time = isoTime(now)
  const id = answer.id ?? uuidv7()
  const owner = { user_id: chat.user_id, chat_id: chat.id }
  await trx
    .insertInto('messages')
    .values({
      ...owner,
      ...answer.modes,
      id,
      role: 'assistant',
      content: '',
      status: 'streaming',
      reasoning: '',
      seq: answer.seq,
      reply_to: answer.question,
      version: answer.version,
      request_hash: answer.requestHash,
      created_at: time,
      updated_at: time,
    })
    .execute()
  await trx
    .insertInto('generations')
    .values({ ...owner, message_id: id, status: 'queued', stop_requested: 0, attempts: 0, created_at: time })
    .execute()
}

/** A chat moves to the top when something is said in it, and an unsaved one lives longer. */
export async function touchChat(
  trx: Kysely<Database>,
  chat: ChatRow,
  changes: { last_seq: number; preview?: string; title?: string },
  now: number,
): Promise<void> {
  const time = isoTime(now)
  await trx
    .updateTable('chats')
    .set({
      ...changes,
      last_message_at: time,
      updated_at: notBack(time),
      expires_at: chat.is_saved === 1 ? null : expiryFrom(now),
    })
    .where('user_id', '=', chat.user_id)
    .where('id', '=', chat.id)
    .execute()
}

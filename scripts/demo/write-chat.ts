import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { putSearchEntry } from '#server/db/search/put-entry.ts'
import { queueScoring } from '#server/modules/scores/scoring-queue.repository.ts'
import { practiceAnswer } from '#server/providers/assistant/practice-answer.ts'

interface PastChat {
  userId: number
  language: Language
  title: string
  questions: readonly string[]
  /** The time of the first question, in milliseconds since 1970. */
  at: number
}

const ANSWERED_MS = 8_000
const THOUGHT_MS = 90_000

/** Writes a saved chat with answers of the practice assistant; the server scores them when it runs. */
export async function writeChat(db: Kysely<Database>, chat: PastChat): Promise<void> {
  const { userId: user_id, language, title, questions, at } = chat
  const id = uuid()
  const last = new Date(at + questions.length * THOUGHT_MS).toISOString()
  const created_at = new Date(at).toISOString()
  await db
    .insertInto('chats')
    .values({
      user_id,
      id,
      title,
      is_titled: 1,
      folder_id: null,
      is_saved: 1,
      expires_at: null,
      preview: questions.at(-1) ?? '',
      last_seq: questions.length * 2,
      request_hash: '',
      created_at,
      updated_at: last,
      last_message_at: last,
    })
    .execute()
  await putSearchEntry(db, { userId: user_id, chatId: id }, title)
  let parent: string | null = null
  for (const [n, question] of questions.entries()) {
    const questionId: string = await writeMessage(
      db,
      { user_id, chat_id: id, seq: n * 2 + 1, at: at + n * THOUGHT_MS, parent },
      question,
    )
    const row = { user_id, chat_id: id, seq: n * 2 + 2, at: at + n * THOUGHT_MS + ANSWERED_MS, reply_to: questionId }
    parent = questionId
    const answer = await writeMessage(db, row, practiceAnswer(question, n + 1, language))
    await queueScoring(db, { user_id, chat_id: id, message_id: answer }, last)
  }
}

interface NewMessage {
  user_id: number
  chat_id: string
  seq: number
  at: number
  /** The id of the question before this one. */
  parent?: string | null
  /** The id of the answered question. */
  reply_to?: string
}

async function writeMessage(
  db: Kysely<Database>,
  { at, reply_to, ...row }: NewMessage,
  content: string,
): Promise<string> {
  const id = uuid()
  const time = new Date(at).toISOString()
  await db
    .insertInto('messages')
    .values({
      ...row,
      id,
      content,
      role: reply_to === undefined ? 'user' : 'assistant',
      status: 'complete',
      failure: null,
      reasoning: '',
      reply_to: reply_to ?? null,
      version: 1,
      replaces: null,
      superseded_by: null,
      request_mode: 'text',
      response_mode: 'text',
      request_hash: '',
      prompt_tokens: null,
      completion_tokens: null,
      created_at: time,
      updated_at: time,
    })
    .execute()
  await putSearchEntry(db, { userId: row.user_id, chatId: row.chat_id, messageId: id }, content)
  return id
}

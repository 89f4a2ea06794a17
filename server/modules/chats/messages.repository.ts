import type { Kysely } from 'kysely'
import type { Message } from '#contract/objects/chat.ts'
import type { Database } from '../../db/schema/schema.ts'
import { findFilesOfMessages } from '../files/files.repository.ts'
import { findScores } from '../scores/scores.repository.ts'
import { type MessageRow, toMessage } from './chats.mappers.ts'
import { findFeedback } from './feedback.repository.ts'

/**
 * Messages of one user, with the files of questions and the scores and feedback of answers, in the order of the rows.
 */
export async function readMessages(db: Kysely<Database>, rows: readonly MessageRow[]): Promise<Message[]> {
  const answers = rows.filter((row) => row.role === 'assistant' && row.status !== 'streaming')
  const scores = await findScores(db, answers)
  const feedback = await findFeedback(db, answers)
  const questions = rows.filter((row) => row.role === 'user')
  const userId = questions[0]?.user_id ?? 0
  const files = await findFilesOfMessages(
    db,
    userId,
    questions.map(({ id }) => id),
  )
  return rows.map((row) =>
    toMessage(row, { scores: scores.get(row.id), files: files.get(row.id), feedback: feedback.get(row.id) }),
  )
}

export async function readMessage(db: Kysely<Database>, row: MessageRow): Promise<Message> {
  const [message] = await readMessages(db, [row])
  return message ?? toMessage(row)
}

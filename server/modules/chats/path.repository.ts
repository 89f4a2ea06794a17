import { type Kysely, sql } from 'kysely'
import { prepareQuery, type Value } from '../../db/prepare-query.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { ChatRow } from './chat-lock.repository.ts'

/** More than a chat has; it ends a circle of parents, which only a damaged database could have. */
const QUESTIONS_MAX = 20_000

/** A question of a path with its current answer. */
export interface PathStep {
  questionId: string
  /** Null of the question that is being answered, and of one whose answers failed or were deleted. */
  answerId: string | null
  /** The answer, or the question without one. */
  endId: string
  /** The positions of both. */
  seq: number
  endSeq: number
  /** The size of both texts in UTF-8. */
  bytes: number
}

interface PathMessage {
  id: string
  role: 'user' | 'assistant'
  reply_to: string | null
  version: number
  seq: number
  bytes: number
}

type PathValues = { userId: number; chatId: string; questionId: string | null; seq: number }

/** The questions from one up its path, with all versions of their answers before a position, oldest first. */
const selectPath = prepareQuery((db, value: Value<PathValues>) =>
  db
    .withRecursive('path(id, parent, seq, depth)', (cte) =>
      cte
        .selectFrom('messages')
        .select(['id', 'parent', 'seq', sql<number>`1`.as('depth')])
        .where('user_id', '=', value('userId'))
        .where('id', '=', value('questionId'))
        .unionAll((below) =>
          below
            .selectFrom('path')
            .innerJoin('messages', 'messages.id', 'path.parent')
            .select(['messages.id', 'messages.parent', 'messages.seq', sql<number>`path.depth + 1`.as('depth')])
            .where('messages.user_id', '=', value('userId'))
            .where('path.depth', '<', QUESTIONS_MAX),
        ),
    )
    .selectFrom('messages')
    .select(['id', 'role', 'reply_to', 'version', 'seq', sql<number>`octet_length(content)`.as('bytes')])
    .where('user_id', '=', value('userId'))
    .where('chat_id', '=', value('chatId'))
    .where('seq', '<', value('seq'))
    .where('seq', '>=', (eb) => eb.selectFrom('path').select((min) => min.fn.min('path.seq').as('first')))
    .where('status', 'in', ['complete', 'interrupted'])
    .where((eb) => {
      const path = eb.selectFrom('path').select('path.id')
      return eb.or([eb('messages.id', 'in', path), eb('reply_to', 'in', path)])
    })
    .orderBy('seq'),
)

/**
 * The path of a chat to a question, oldest first, each question with the chosen or newest version of its answer; the
 * question itself has none. Without deleted messages.
 */
export async function readPath(
  db: Kysely<Database>,
  values: PathValues,
  selected: ReadonlySet<string>,
): Promise<PathStep[]> {
  const messages: PathMessage[] = await selectPath(db, values)
  const answers = new Map<string, PathMessage>()
  for (const message of messages) {
    if (message.role === 'user' || message.reply_to === null || message.bytes === 0) continue
    const known = answers.get(message.reply_to)
    const isLater = known === undefined || (known.version < message.version && !selected.has(known.id))
    if (isLater || selected.has(message.id)) answers.set(message.reply_to, message)
  }
  return messages.flatMap((question) => {
    if (question.role !== 'user') return []
    const answer = question.id === values.questionId ? undefined : answers.get(question.id)
    const { id: endId, seq: endSeq } = answer ?? question
    const bytes = question.bytes + (answer?.bytes ?? 0)
    return { questionId: question.id, answerId: answer?.id ?? null, endId, seq: question.seq, endSeq, bytes }
  })
}

type TextValues = { userId: number; chatId: string; from: number; to: number }

const selectTexts = prepareQuery((db, value: Value<TextValues>) =>
  db
    .selectFrom('messages')
    .select(['id', 'content'])
    .where('user_id', '=', value('userId'))
    .where('chat_id', '=', value('chatId'))
    .where('seq', '>=', value('from'))
    .where('seq', '<=', value('to')),
)

/** The texts of the messages of some steps by their ids, and of others between them. */
export async function readTexts(
  db: Kysely<Database>,
  { userId, chatId }: Pick<TextValues, 'userId' | 'chatId'>,
  steps: readonly PathStep[],
): Promise<Map<string, string>> {
  const [from, to] = [steps[0]?.seq ?? 0, steps.reduce((last, { endSeq }) => Math.max(last, endSeq), 0)]
  const rows = await selectTexts(db, { userId, chatId, from, to })
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** All questions of a chat, oldest first: the tree that its paths lead through. */
export const findQuestions = (db: Kysely<Database>, chat: Pick<ChatRow, 'user_id' | 'id'>) =>
  db
    .selectFrom('messages')
    .select(['id', 'parent', 'superseded_by'])
    .where('user_id', '=', chat.user_id)
    .where('chat_id', '=', chat.id)
    .where('role', '=', 'user')
    .orderBy('seq')
    .execute()

/** The questions of the current path, to which the caller adds order and limit. */
export const selectCurrentQuestions = (db: Kysely<Database>, chat: Pick<ChatRow, 'user_id' | 'id'>) =>
  db
    .selectFrom('messages')
    .select(['id', 'imported_from'])
    .where('user_id', '=', chat.user_id)
    .where('chat_id', '=', chat.id)
    .where('role', '=', 'user')
    .where('superseded_by', 'is', null)

/** The newest question of the current path, also a deleted one; undefined in an empty chat. */
export const findNewestQuestion = (db: Kysely<Database>, chat: Pick<ChatRow, 'user_id' | 'id'>) =>
  selectCurrentQuestions(db, chat).orderBy('seq', 'desc').limit(1).executeTakeFirst()

/** The texts of the current path, to which the caller adds order and limit. */
export const selectCurrentTexts = (db: Kysely<Database>, chat: Pick<ChatRow, 'user_id' | 'id'>) =>
  db
    .selectFrom('messages')
    .select('content')
    .where('user_id', '=', chat.user_id)
    .where('chat_id', '=', chat.id)
    .where('superseded_by', 'is', null)
    .where('content', '!=', '')

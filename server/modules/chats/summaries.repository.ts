import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { notBack } from '../../db/not-back.ts'
import { prepareQuery, type Value } from '../../db/prepare-query.ts'
import type { Database } from '../../db/schema/schema.ts'
import { isoTime } from '../../lib/time.ts'
import type { PathStep } from './path.repository.ts'

/** A summary of the steps of a path up to the one at `at`. */
export interface PathSummary {
  at: number
  content: string
}

export type ChatKey = { userId: number; chatId: string }

/**
 * For each step of a path the hash of the ids of all messages up to it. A summary holds for a path that has its hash:
 * an edit, a deletion or another version of any covered message makes it another path.
 */
export function hashPath(path: readonly PathStep[]): string[] {
  let hash = ''
  return path.map(({ questionId, answerId }) => {
    hash = createHash('sha256').update(`${hash} ${questionId} ${answerId}`).digest('hex')
    return hash
  })
}

const selectSummaries = prepareQuery((db, value: Value<ChatKey & { most: number }>) =>
  db
    .selectFrom('chat_summaries')
    .select(['message_id', 'path_hash'])
    .where('user_id', '=', value('userId'))
    .where('chat_id', '=', value('chatId'))
    .where(sql<number>`octet_length(content)`, '<=', value('most')),
)

/**
 * The newest summary of at most `most` bytes that covers the beginning of a path, and not its last step. A model with a
 * large context may have written one that leaves a model with a small one no space for the chat.
 */
export async function findSummary(
  db: Kysely<Database>,
  { userId, chatId, most }: ChatKey & { most: number },
  path: readonly PathStep[],
): Promise<PathSummary | null> {
  const stored = await selectSummaries(db, { userId, chatId, most })
  if (stored.length === 0) return null
  const known = new Map(stored.map((row) => [row.path_hash, row.message_id]))
  const at = hashPath(path.slice(0, -1)).findLastIndex((hash) => known.has(hash))
  const end = path[at]?.endId
  if (end === undefined) return null
  const summary = await readSummary(db, { userId, chatId, messageId: end })
  return summary === undefined ? null : { at, content: summary.content }
}

/** The summary of the messages up to one. */
export function readSummary(db: Kysely<Database>, { userId, chatId, messageId }: ChatKey & { messageId: string }) {
  return db
    .selectFrom('chat_summaries')
    .select(['content', 'created_at'])
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

/**
 * Deletes the summaries of a chat that may cover a question or its answers. Answers that name one of them no longer do,
 * so that devices delete their copies with the next sync.
 */
export async function deleteSummaries(
  trx: Kysely<Database>,
  { userId, chatId }: ChatKey,
  questionSeq: number,
  now: number,
): Promise<void> {
  const deleted = await trx
    .deleteFrom('chat_summaries')
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where('question_seq', '>=', questionSeq)
    .returning('message_id')
    .execute()
  if (deleted.length === 0) return
  await trx
    .updateTable('messages')
    .set({ earlier_end: null, earlier_summary: null, updated_at: notBack(isoTime(now)) })
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where(
      'earlier_summary',
      'in',
      deleted.map(({ message_id }) => message_id),
    )
    .execute()
}

import type { Dependencies } from '../../../../dependencies.ts'
import { isoTime } from '../../../../lib/time.ts'
import { addTokens } from '../../../usage/usage.repository.ts'
import { lockChat } from '../../chat-lock.repository.ts'
import type { PathStep } from '../../path.repository.ts'
import { hashPath, readSummary } from '../../summaries.repository.ts'
import type { Claim } from '../job.ts'

interface NewSummary {
  path: readonly PathStep[]
  /** The last step that it covers. */
  at: number
  /** The last step that the previous summary covers, which this one continues; -1 without one. */
  base: number
  content: string
  tokens: number
  /** The id of the model that wrote it. */
  model: string
}

/**
 * Stores a summary and counts its tokens in the usage of the answer. False, with the tokens counted, when the chat, a
 * covered message or the previous summary was deleted meanwhile. A summary that another process has stored up to the
 * same message is replaced.
 */
export function storeSummary(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { user_id, chat_id, message_id }: Claim,
  { path, at, base, content, tokens, model }: NewSummary,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, user_id, chat_id)
    const time = isoTime(now())
    await addTokens(trx, { user_id, message_id }, { tokens, model, at: time })
    const last = path[at]
    if (chat === undefined || last === undefined) return false
    const covered = path.slice(base + 1, at + 1).map(({ endId }) => endId)
    const deleted = await trx
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', user_id)
      .where('id', 'in', covered)
      .where('status', '=', 'deleted')
      .limit(1)
      .executeTakeFirst()
    const before = path[base]?.endId
    const key = { userId: user_id, chatId: chat_id }
    const isBaseGone = before !== undefined && (await readSummary(trx, { ...key, messageId: before })) === undefined
    if (deleted !== undefined || isBaseGone) return false
    const made = {
      question_seq: last.seq,
      path_hash: hashPath(path.slice(0, at + 1)).at(-1) ?? '',
      ...{ content, tokens, created_at: time },
    }
    await trx
      .insertInto('chat_summaries')
      .values({ user_id, chat_id, message_id: last.endId, ...made })
      .onConflict((known) => known.columns(['user_id', 'chat_id', 'message_id']).doUpdateSet(made))
      .execute()
    return true
  })
}

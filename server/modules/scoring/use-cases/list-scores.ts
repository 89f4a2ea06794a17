import type { ResponseOf } from '#contract/endpoint.ts'
import type { listScores as call } from '#contract/endpoints/companion.ts'
import { countingAnswers, overallAlignment } from '#contract/score-formulas.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { chatNotFound } from '../../chats/chats.errors.ts'
import { findListedChat } from '../../chats/chats.repository.ts'
import { findScores } from '../../scores/scores.repository.ts'

/** The scores of all versions of a chat's answers, oldest first; the average includes only the active path. */
export async function listScores(
  { db }: Pick<Dependencies, 'db'>,
  userId: number,
  chatId: string,
): Promise<ResponseOf<typeof call>> {
  if ((await findListedChat(db, userId, chatId)) === undefined) throw chatNotFound()
  const answers = await db
    .selectFrom('messages')
    .select(['id', 'user_id', 'seq', 'reply_to', 'version', 'superseded_by'])
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where('role', '=', 'assistant')
    .where('status', 'in', ['complete', 'interrupted'])
    .orderBy('seq')
    .execute()
  const scores = await findScores(db, answers)
  const pcs = countingAnswers(answers).map(({ id }) => scores.get(id)?.pcs ?? null)
  return { results: answers.flatMap(({ id }) => scores.get(id) ?? []), oas: overallAlignment(pcs) }
}

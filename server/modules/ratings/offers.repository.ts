import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'

/** Withdraws what was offered of answers: ratings and assignments are deleted with it. */
export async function withdrawAnswers(
  trx: Kysely<Database>,
  userId: number,
  messageIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('offered_exchanges')
    .where('user_id', '=', userId)
    .where('message_id', 'in', messageIds)
    .execute()
}

/** The same for whole chats. */
export async function withdrawChats(trx: Kysely<Database>, userId: number, chatIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('offered_exchanges').where('user_id', '=', userId).where('chat_id', 'in', chatIds).execute()
}

/** Copies the scores of the answer beside its offer, unless they are there or the answer was never scored. */
export async function copyScores(
  trx: Kysely<Database>,
  { id, user_id, message_id }: { id: string; user_id: number; message_id: string },
): Promise<void> {
  const scores = await trx
    .selectFrom('scores')
    .select(['source', 'rubric_version', 'truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty'])
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where('source', 'is not', null)
    .executeTakeFirst()
  if (scores === undefined) return
  await trx.updateTable('offered_exchanges').set(scores).where('id', '=', id).where('source', 'is', null).execute()
}

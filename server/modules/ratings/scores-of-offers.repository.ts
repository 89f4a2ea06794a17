import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'

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

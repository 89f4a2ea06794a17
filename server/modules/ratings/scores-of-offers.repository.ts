import type { Kysely } from 'kysely'
import { axes } from '#contract/objects/scores.ts'
import type { Database } from '../../db/schema/schema.ts'

/**
 * Copies the scores of the answer beside its offer, unless they are there or the answer has none. A scoring that failed
 * leaves a row with a source and without scores, which a later one may fill.
 */
export async function copyScores(
  trx: Kysely<Database>,
  { id, user_id, message_id }: { id: string; user_id: number; message_id: string },
): Promise<void> {
  const scores = await trx
    .selectFrom('scores')
    .select(['source', 'rubric_version', ...axes])
    .where('user_id', '=', user_id)
    .where('message_id', '=', message_id)
    .where((eb) => eb.or(axes.map((axis) => eb(axis, 'is not', null))))
    .executeTakeFirst()
  if (scores === undefined) return
  await trx
    .updateTable('offered_exchanges')
    .set(scores)
    .where('id', '=', id)
    .where((eb) => eb.and(axes.map((axis) => eb(axis, 'is', null))))
    .execute()
}

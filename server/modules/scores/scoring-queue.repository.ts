import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'

interface Answer {
  user_id: number
  chat_id: string
  message_id: string
}

/** Queues the scoring of an answer once, in the transaction that completes it, so that a restart does not lose it. */
export async function queueScoring(trx: Kysely<Database>, answer: Answer, time: string): Promise<void> {
  const { user_id, chat_id, message_id } = answer
  await trx
    .insertInto('scores')
    .values({ user_id, chat_id, message_id, state: 'queued', attempts: 0, reasons: '{}', queued_at: time })
    .onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing())
    .execute()
}

/** Queues another scoring of an answer, unless one is queued or running. The old scores remain until then. */
export async function requeueScoring(db: Kysely<Database>, answer: Answer, time: string): Promise<void> {
  await queueScoring(db, answer, time)
  await db
    .updateTable('scores')
    .set({ state: 'queued', attempts: 0, queued_at: time })
    .where('user_id', '=', answer.user_id)
    .where('message_id', '=', answer.message_id)
    .where('state', 'in', ['scored', 'failed'])
    .execute()
}

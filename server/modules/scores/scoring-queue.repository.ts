import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'

interface Answer {
  user_id: number
  chat_id: string
  message_id: string
}

/** Wants an answer scored, once; in the transaction that completes it, so that no restart forgets it. */
export async function queueScoring(trx: Kysely<Database>, answer: Answer, time: string): Promise<void> {
  const { user_id, chat_id, message_id } = answer
  await trx
    .insertInto('scores')
    .values({ user_id, chat_id, message_id, state: 'queued', attempts: 0, reasons: '{}', queued_at: time })
    .onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing())
    .execute()
}

/** Wants an answer scored again; one that waits or is being scored is left to that. The old scores stay until then. */
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

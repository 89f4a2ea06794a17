import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'

/** Requests the stop of the unfinished generations of these messages, and returns them. */
export function stopGenerations(trx: Kysely<Database>, userId: number, messageIds: readonly string[]) {
  return trx
    .updateTable('generations')
    .set({ stop_requested: 1 })
    .where('user_id', '=', userId)
    .where('message_id', 'in', messageIds)
    .where('status', '!=', 'finished')
    .returning(['id', 'user_id', 'chat_id', 'message_id', 'status'])
    .execute()
}

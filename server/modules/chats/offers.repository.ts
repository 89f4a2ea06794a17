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

/** Withdraws the offers of all answers of whole chats. */
export async function withdrawChats(trx: Kysely<Database>, userId: number, chatIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('offered_exchanges').where('user_id', '=', userId).where('chat_id', 'in', chatIds).execute()
}

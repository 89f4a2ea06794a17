import type { Kysely, Selectable } from 'kysely'
import type { ChatsTable, Database } from '../../db/schema/schema.ts'

export type ChatRow = Selectable<ChatsTable>

/**
 * Reads and locks a chat. Every transaction that changes messages or generations takes this lock first, for positions
 * without gaps and one lock order. The chat may lie in Recently deleted.
 */
export function lockChat(trx: Kysely<Database>, userId: number, chatId: string): Promise<ChatRow | undefined> {
  const chat = trx.selectFrom('chats').selectAll().where('user_id', '=', userId).where('id', '=', chatId)
  return chat.forUpdate().executeTakeFirst()
}

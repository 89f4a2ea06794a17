import type { Dependencies } from '../../../dependencies.ts'
import { chatNotFound } from '../../chats/chats.errors.ts'
import { findChat } from '../../chats/chats.repository.ts'

/**
 * Ends the shared page of a chat at once, also of one in Recently deleted, whose page would be back when it is restored.
 * Idempotent; an unknown chat is a 404.
 */
export async function endShare({ db }: Pick<Dependencies, 'db'>, userId: number, chatId: string): Promise<void> {
  if ((await findChat(db, userId, chatId)) === undefined) throw chatNotFound()
  await db.deleteFrom('shared_chats').where('user_id', '=', userId).where('chat_id', '=', chatId).execute()
}

import type { Dependencies } from '../../../dependencies.ts'
import { messageDeleted, messageNotFound } from '../chats.errors.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'

/** A user's answer, in that chat when one is given. Throws `not_found`, also for a question. */
export async function findAnswer(
  { db }: Pick<Dependencies, 'db'>,
  userId: number,
  messageId: string,
  chatId?: string,
): Promise<MessageRow> {
  const message = await findMessage(db, userId, messageId)
  if (message?.role !== 'assistant' || (chatId ?? message.chat_id) !== message.chat_id) throw messageNotFound()
  return message
}

/** Throws for a deleted message, because it can no longer be changed. */
export function requireNotDeleted({ status }: MessageRow): void {
  if (status === 'deleted') throw messageDeleted()
}

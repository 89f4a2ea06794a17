import type { Dependencies } from '../../../dependencies.ts'
import { messageDeleted, messageNotFound, messageSuperseded } from '../chats.errors.ts'
import type { MessageRow } from '../chats.mappers.ts'
import { findMessage } from '../chats.repository.ts'

/** A user's answer, in that chat when one is named. Throws `not_found`, also for a question. */
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

/** Throws, in words, for what was deleted or stands in an old end of the chat: nothing is done with it any more. */
export function mustStand({ status, superseded_by }: MessageRow): void {
  if (status === 'deleted') throw messageDeleted()
  if (superseded_by !== null) throw messageSuperseded()
}

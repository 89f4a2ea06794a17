import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSummary as call } from '#contract/endpoints/chats.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { chatNotFound, messageNotFound } from '../chats.errors.ts'
import { findListedChat } from '../chats.repository.ts'
import { readSummary } from '../summaries.repository.ts'

/**
 * The summary of the messages of a chat up to one; a 404 when there is none, none any more, or the chat was deleted.
 */
export async function getSummary(
  { db }: Pick<Dependencies, 'db'>,
  userId: number,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<ResponseOf<typeof call>> {
  if ((await findListedChat(db, userId, chatId)) === undefined) throw chatNotFound()
  const summary = await readSummary(db, { userId, chatId, messageId })
  if (summary === undefined) throw messageNotFound()
  return { message: messageId, ...summary }
}

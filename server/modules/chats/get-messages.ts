import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { getMessages as call } from '#contract/endpoints/chats.ts'
import type { Dependencies } from '../../dependencies.ts'
import { chatNotFound } from './chats.errors.ts'
import { findChat, readChat } from './chats.repository.ts'
import { toMessage } from './rows.ts'

const PAGE = 50

/**
 * A page of a chat, ascending: the newest, those next before a position, or those next after one.
 * `has_more` says whether there are more in the direction of reading. A streaming answer has no content
 * yet; its stream has.
 */
export async function getMessages(
  { db }: Pick<Dependencies, 'db'>,
  userId: number,
  chatId: string,
  { before, after, limit = PAGE }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const chat = await findChat(db, userId, chatId)
  if (chat === undefined) throw chatNotFound()
  let query = db.selectFrom('messages').selectAll().where('user_id', '=', userId).where('chat_id', '=', chatId)
  if (before !== undefined) query = query.where('seq', '<', before)
  if (after !== undefined) query = query.where('seq', '>', after)
  const forward = after !== undefined
  const rows = await query
    .orderBy('seq', forward ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  if (!forward) page.reverse()
  return { chat: await readChat(db, chat), messages: page.map(toMessage), has_more: rows.length > limit }
}

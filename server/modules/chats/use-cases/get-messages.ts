import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { getMessages as call } from '#contract/endpoints/chats.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { changedAfter } from '../changed-after.ts'
import { chatNotFound } from '../chats.errors.ts'
import { findListedChat, readChat } from '../chats.repository.ts'
import { readMessages } from '../messages.repository.ts'

const PAGE = 50

/**
 * A page of a chat's messages, ascending: the newest, those before a position, or those after one; of the messages
 * changed since a time, the first or those after a position. `has_more` refers to the direction of reading. A streaming
 * answer has no content yet; its stream has.
 */
export async function getMessages(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  chatId: string,
  { before, after, limit = PAGE, updated_after }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  // Taken before the read, so that the next delta includes changes during it.
  const synced_at = isoTime(now())
  const chat = await findListedChat(db, userId, chatId)
  if (chat === undefined) throw chatNotFound()
  let query = db.selectFrom('messages').selectAll().where('user_id', '=', userId).where('chat_id', '=', chatId)
  if (before !== undefined) query = query.where('seq', '<', before)
  if (after !== undefined) query = query.where('seq', '>', after)
  if (updated_after !== undefined) query = query.where('updated_at', '>', changedAfter(updated_after))
  const forward = after !== undefined || updated_after !== undefined
  const rows = await query
    .orderBy('seq', forward ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  if (!forward) page.reverse()
  const messages = await readMessages(db, page)
  return { chat: await readChat(db, chat), messages, has_more: rows.length > limit, synced_at }
}

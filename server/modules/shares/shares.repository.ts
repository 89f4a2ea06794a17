import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { isoTime } from '../../lib/time.ts'
import type { SharedChatRow } from './shares.mappers.ts'

type Db = Kysely<Database>

/** Without those of chats in Recently deleted: their pages are back when the chat is restored. */
const shares = (db: Db, userId: number) =>
  db
    .selectFrom('shared_chats')
    .innerJoin('chats', (join) =>
      join.onRef('chats.user_id', '=', 'shared_chats.user_id').onRef('chats.id', '=', 'shared_chats.chat_id'),
    )
    .selectAll('shared_chats')
    .select('chats.title')
    .where('shared_chats.user_id', '=', userId)
    .where('chats.deleted_at', 'is', null)

/** The share of a chat, also one that has ended. */
export function findShare(db: Db, userId: number, chatId: string): Promise<SharedChatRow | undefined> {
  return shares(db, userId).where('chat_id', '=', chatId).executeTakeFirst()
}

/** The shares of a user that have not ended, newest first; only those of one chat if it is given. */
export function findRunningShares(
  db: Db,
  { userId, chatId, now }: { userId: number; chatId?: string; now: number },
): Promise<SharedChatRow[]> {
  let query = shares(db, userId)
  if (chatId !== undefined) query = query.where('chat_id', '=', chatId)
  return query
    .where((row) =>
      row.or([row('shared_chats.expires_at', 'is', null), row('shared_chats.expires_at', '>', isoTime(now))]),
    )
    .orderBy('shared_chats.created_at', 'desc')
    .execute()
}

/** Deletes the shares that have ended. */
export async function forgetEndedShares(db: Db, now: number): Promise<void> {
  await db.deleteFrom('shared_chats').where('expires_at', '<=', isoTime(now)).execute()
}

import type { Chat } from '#contract/objects/chat.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { expiryOf } from '../../profile/chat-expiry.repository.ts'
import { lockChat } from '../chat-lock.repository.ts'
import { chatNotFound } from '../chats.errors.ts'
import { findChat, readChat } from '../chats.repository.ts'

/**
 * Takes a chat out of Recently deleted; one that is not in it stays as it is. An unsaved one has its whole time again,
 * because one that had ended would otherwise end at once. Throws `not_found`.
 */
export function restoreChat({ db, now }: Pick<Dependencies, 'db' | 'now'>, userId: number, id: string): Promise<Chat> {
  return db.transaction().execute(async (trx) => {
    const before = await lockChat(trx, userId, id)
    if (before === undefined) throw chatNotFound()
    if (before.deleted_at === null) return readChat(trx, before)
    const expires = before.is_saved === 1 ? null : await expiryOf(trx, userId, now())
    await trx
      .updateTable('chats')
      .set({ deleted_at: null, expires_at: expires, updated_at: notBack(isoTime(now())) })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
    const after = await findChat(trx, userId, id)
    return readChat(trx, after ?? before)
  })
}

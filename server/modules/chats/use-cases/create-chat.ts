import type { BodyOf } from '#contract/endpoint.ts'
import type { createChat as call } from '#contract/endpoints/chats.ts'
import type { Chat } from '#contract/objects/chat.ts'
import { putSearchEntry } from '../../../db/search/put-entry.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { requestHash } from '../../../lib/request-hash.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { expiryOf } from '../../profile/chat-expiry.repository.ts'
import { idConflict } from '../chats.errors.ts'
import { findChat, readChat, replaceTags } from '../chats.repository.ts'
import { hasTombstone } from '../tombstones.repository.ts'
import { labelProblem } from './label-problem.ts'

/**
 * Creates a chat; a repeat returns the current chat with `created` false (the id is the idempotency key). A deleted
 * chat's id stays reserved by its tombstone, so that a late repeat does not recreate it. `mayCreate` is called only for
 * a new chat.
 */
export async function createChat(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  { id, title = '', folder = null, tags = [] }: BodyOf<typeof call>,
  mayCreate: () => Promise<void>,
): Promise<{ chat: Chat; created: boolean }> {
  const hash = requestHash('chat', [title, folder, [...new Set(tags)].sort()])
  const known = await findChat(db, userId, id)
  if (known === undefined) await mayCreate()
  const created = known === undefined && (await insert())
  const chat = known ?? (await findChat(db, userId, id))
  if (chat === undefined || chat.request_hash !== hash) throw idConflict()
  return { chat: await readChat(db, chat), created }

  function insert(): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      if (await hasTombstone(trx, userId, id)) throw idConflict()
      const problem = await labelProblem(trx, userId, { folder, tags })
      if (problem !== undefined) throw problem
      const createdAt = now()
      const time = isoTime(createdAt)
      const name = cleanText(title)
      const inserted = await trx
        .insertInto('chats')
        .values({
          user_id: userId,
          id,
          title: name,
          is_titled: name === '' ? 0 : 1,
          folder_id: folder,
          is_saved: 0,
          expires_at: await expiryOf(trx, userId, createdAt),
          preview: '',
          last_seq: 0,
          request_hash: hash,
          created_at: time,
          updated_at: time,
          last_message_at: time,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted === undefined) return false
      await replaceTags(trx, userId, id, tags)
      await putSearchEntry(trx, { userId, chatId: id }, name)
      return true
    })
  }
}

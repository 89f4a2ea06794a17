import type { Kysely } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { type LabelKind, tableOf } from '../label-kind.ts'
import { labelNotFound } from '../labels.errors.ts'
import { isDeleted } from '../labels.repository.ts'

/**
 * Deletes a folder or a tag and removes it from its chats, which count as changed for the deltas of other devices;
 * leaves a tombstone. Idempotent; an unknown label is a 404.
 */
export function deleteLabel(
  { db, engine, now }: Pick<Dependencies, 'db' | 'engine' | 'now'>,
  kind: LabelKind,
  userId: number,
  id: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // First the label, then its chats by id: the lock order of all transactions.
    const own = trx.selectFrom(tableOf[kind]).select('id').where('user_id', '=', userId).where('id', '=', id)
    const label = await own.forUpdate().executeTakeFirst()
    if (label === undefined) {
      if (await isDeleted(trx, kind, userId, id)) return
      throw labelNotFound()
    }
    if (engine === 'postgres') await chatsWith(trx, kind, userId, id).orderBy('id').forUpdate().execute()
    const time = isoTime(now())
    await trx
      .updateTable('chats')
      .set({ ...(kind === 'folder' ? { folder_id: null } : {}), updated_at: notBack(time) })
      .where('user_id', '=', userId)
      .where('id', 'in', chatsWith(trx, kind, userId, id))
      .execute()
    await trx.deleteFrom(tableOf[kind]).where('user_id', '=', userId).where('id', '=', id).execute()
    await trx
      .insertInto('deletions')
      .values({ user_id: userId, kind, id, deleted_at: time })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'id']).doNothing())
      .execute()
  })
}

function chatsWith(trx: Kysely<Database>, kind: LabelKind, userId: number, id: string) {
  const chats = trx.selectFrom('chats').select('chats.id').where('chats.user_id', '=', userId)
  if (kind === 'folder') return chats.where('chats.folder_id', '=', id)
  const tagged = trx.selectFrom('chat_tags').select('chat_id').where('user_id', '=', userId).where('tag_id', '=', id)
  return chats.where('chats.id', 'in', tagged)
}

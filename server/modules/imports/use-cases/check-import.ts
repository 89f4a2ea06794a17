import type { ImportState } from '#contract/endpoints/import.ts'
import type { Dependencies } from '../../../dependencies.ts'

/** Tells for each chat of an import what importing it would do, in the order of the chats. */
export async function checkImport(
  { db }: Pick<Dependencies, 'db'>,
  userId: number,
  chats: readonly { id: string; newest: string }[],
): Promise<{ id: string; state: ImportState }[]> {
  if (chats.length === 0) return []
  const ids = chats.map(({ id }) => id)
  const [stored, messages, erased] = await Promise.all([
    db.selectFrom('chats').select(['id', 'deleted_at']).where('user_id', '=', userId).where('id', 'in', ids).execute(),
    db
      .selectFrom('messages')
      .select(['id', 'chat_id'])
      .where('user_id', '=', userId)
      .where(
        'id',
        'in',
        chats.map(({ newest }) => newest),
      )
      .execute(),
    db
      .selectFrom('deletions')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'chat')
      .where('id', 'in', ids)
      .execute(),
  ])
  const deletedAt = new Map(stored.map((chat) => [chat.id, chat.deleted_at]))
  const chatOf = new Map(messages.map((message) => [message.id, message.chat_id]))
  const tombstones = new Set(erased.map(({ id }) => id))
  const stateOf = (id: string, newest: string): ImportState => {
    const deleted = deletedAt.get(id)
    if (deleted === undefined) return tombstones.has(id) ? 'erased' : 'new'
    if (deleted !== null) return 'deleted'
    return chatOf.get(newest) === id ? 'known' : 'grown'
  }
  return chats.map(({ id, newest }) => ({ id, state: stateOf(id, newest) }))
}

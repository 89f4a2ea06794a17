import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { lockChat } from '../chat-lock.repository.ts'
import { chatNotFound } from '../chats.errors.ts'
import { notifyOwners } from '../generations/notify-owners.ts'
import { notifyUnfinished, type Unfinished } from '../use-cases/end-unfinished.ts'
import { AT_ONCE, moveToDeleted, removeChats } from './remove-chats.ts'

type Deps = Pick<Dependencies, 'db' | 'engine' | 'bus' | 'now'>

const nothing: Unfinished = { ended: [], asked: [] }

/**
 * Moves a chat to Recently deleted, or deletes it for good, with a tombstone; its unfinished answers are stopped.
 * Idempotent; an unknown chat is a 404.
 */
export async function deleteChat(deps: Deps, userId: number, id: string, isPermanent: boolean): Promise<void> {
  const { moved, running } = await deps.db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, deps.engine, userId, id)
    if (chat !== undefined && isPermanent) {
      return { moved: nothing, running: await removeChats(trx, deps, userId, [id]) }
    }
    if (chat !== undefined) {
      const isThere = chat.deleted_at !== null
      return { moved: isThere ? nothing : await moveToDeleted(trx, deps, userId, [id]), running: [] }
    }
    const tombstone = await trx
      .selectFrom('deletions')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'chat')
      .where('id', '=', id)
      .executeTakeFirst()
    if (tombstone === undefined) throw chatNotFound()
    return { moved: nothing, running: [] }
  })
  await notifyUnfinished(deps, moved)
  await notifyOwners(deps, running)
}

/**
 * Moves a user's chats to Recently deleted, saved ones only on request; returns their number. The user asked `age`
 * seconds ago: chats that were created since then stay.
 */
export async function clearHistory(
  deps: Deps,
  userId: number,
  { includeSaved, age }: { includeSaved: boolean; age: number },
): Promise<number> {
  const asked = isoTime(deps.now() - age * 1000)
  for (let deleted = 0; ; ) {
    const { count, moved } = await deps.db.transaction().execute(async (trx) => {
      const chats = trx
        .selectFrom('chats')
        .select('id')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .where('created_at', '<=', asked)
        .$if(!includeSaved, (query) => query.where('is_saved', '=', 0))
        .orderBy('id')
        .limit(AT_ONCE)
      const rows = await (deps.engine === 'postgres' ? chats.forUpdate() : chats).execute()
      const ids = rows.map((row) => row.id)
      return { count: ids.length, moved: ids.length === 0 ? nothing : await moveToDeleted(trx, deps, userId, ids) }
    })
    await notifyUnfinished(deps, moved)
    deleted += count
    if (count < AT_ONCE) return deleted
  }
}

/** Deletes for good what came into Recently deleted until `age` seconds ago, when the user asked; returns the number. */
export async function emptyDeleted(
  deps: Deps & Pick<Dependencies, 'erasure'>,
  userId: number,
  age: number,
): Promise<number> {
  const asked = isoTime(deps.now() - age * 1000)
  for (let deleted = 0; ; ) {
    const { count, running } = await deps.db.transaction().execute(async (trx) => {
      const chats = trx
        .selectFrom('chats')
        .select('id')
        .where('user_id', '=', userId)
        .where('deleted_at', '<=', asked)
        .orderBy('id')
        .limit(AT_ONCE)
      const rows = await (deps.engine === 'postgres' ? chats.forUpdate() : chats).execute()
      const ids = rows.map((row) => row.id)
      return { count: ids.length, running: ids.length === 0 ? [] : await removeChats(trx, deps, userId, ids) }
    })
    await notifyOwners(deps, running)
    deleted += count
    if (count > 0) deps.erasure.request()
    if (count < AT_ONCE) return deleted
  }
}

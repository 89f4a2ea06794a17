import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { recordUsage } from '../../usage/use-cases/record-usage.ts'
import { lockChat } from '../chat-lock.repository.ts'
import { chatNotFound } from '../chats.errors.ts'
import { notifyOwners } from '../generations/notify-owners.ts'

type Deps = Pick<Dependencies, 'db' | 'engine' | 'bus' | 'now'>

const AT_ONCE = 200

/** Deletes a chat, stops its unfinished answers, and leaves a tombstone. Idempotent; an unknown chat is a 404. */
export async function deleteChat(deps: Deps, userId: number, id: string): Promise<void> {
  const running = await deps.db.transaction().execute(async (trx) => {
    if ((await lockChat(trx, deps.engine, userId, id)) !== undefined) return remove(trx, deps, userId, [id])
    const tombstone = await trx
      .selectFrom('deletions')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'chat')
      .where('id', '=', id)
      .executeTakeFirst()
    if (tombstone === undefined) throw chatNotFound()
    return []
  })
  await notifyOwners(deps, running)
}

/** Deletes a user's chats, saved ones only on request; returns their number. */
export async function clearHistory(
  deps: Deps & Pick<Dependencies, 'erasure'>,
  userId: number,
  includeSaved: boolean,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const { ids, running } = await deps.db.transaction().execute(async (trx) => {
      const chats = trx
        .selectFrom('chats')
        .select('id')
        .where('user_id', '=', userId)
        .$if(!includeSaved, (query) => query.where('is_saved', '=', 0))
        .orderBy('id')
        .limit(AT_ONCE)
      const rows = await (deps.engine === 'postgres' ? chats.forUpdate() : chats).execute()
      const ids = rows.map((row) => row.id)
      return { ids, running: ids.length === 0 ? [] : await remove(trx, deps, userId, ids) }
    })
    await notifyOwners(deps, running)
    deleted += ids.length
    if (ids.length > 0) deps.erasure.request()
    if (ids.length < AT_ONCE) return deleted
  }
}

/**
 * Deletes the expired chats of all users and returns their number. Chats that another process has locked are left to
 * the next run: none is deleted twice, and one that is being saved or written in is not deleted.
 */
export async function expireChats(deps: Deps, isEnding: () => boolean): Promise<number> {
  for (let deleted = 0; ; ) {
    const { count, running } = await deps.db.transaction().execute(async (trx) => {
      const due = trx
        .selectFrom('chats')
        .select(['user_id', 'id'])
        .where('expires_at', '<=', isoTime(deps.now()))
        .where('is_saved', '=', 0)
        .orderBy('expires_at')
        .limit(AT_ONCE)
      const rows = await (deps.engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
      const running: number[] = []
      for (const [userId, chats] of Map.groupBy(rows, (row) => row.user_id)) {
        const ids = chats.map((row) => row.id)
        running.push(...(await remove(trx, deps, userId, ids)))
      }
      return { count: rows.length, running }
    })
    await notifyOwners(deps, running)
    deleted += count
    if (count < AT_ONCE || isEnding()) return deleted
  }
}

/**
 * Returns the unfinished generations; messages, generations and chunks are deleted with their chat. The generations are
 * locked first, in the order in which the writer locks them, to avoid a deadlock.
 */
async function remove(
  trx: Kysely<Database>,
  { engine, now }: Deps,
  userId: number,
  ids: readonly string[],
): Promise<number[]> {
  const generations = trx
    .selectFrom('generations')
    .select(['id', 'user_id', 'chat_id', 'message_id', 'status'])
    .where('user_id', '=', userId)
    .where('chat_id', 'in', ids)
    .orderBy('id')
  const locked = await (engine === 'postgres' ? generations.forUpdate() : generations).execute()
  const unfinished = locked.filter(({ status }) => status !== 'finished')
  const at = isoTime(now())
  for (const one of unfinished) await recordUsage(trx, one, { usage: null, failed: false, at })
  await trx.deleteFrom('chats').where('user_id', '=', userId).where('id', 'in', ids).execute()
  const tombstones = ids.map((id) => ({ user_id: userId, kind: 'chat' as const, id, deleted_at: at }))
  await trx
    .insertInto('deletions')
    .values(tombstones)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'id']).doNothing())
    .execute()
  return unfinished.map(({ id }) => id)
}

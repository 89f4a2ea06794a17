import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { lockChat } from '../chat-lock.repository.ts'
import { chatNotFound } from '../chats.errors.ts'
import { notifyOwners } from '../generations/notify-owners.ts'
import { hasTombstone } from '../tombstones.repository.ts'
import { notifyUnfinished, type Unfinished } from '../use-cases/end-unfinished.ts'
import { AT_ONCE, moveToDeleted, removeChats } from './remove-chats.ts'

type Deps = Pick<Dependencies, 'db' | 'bus' | 'now'>

const nothing: Unfinished = { ended: [], stopping: [] }

/**
 * Moves a chat to Recently deleted, or deletes it for good, with a tombstone; its unfinished answers are stopped.
 * Idempotent; an unknown chat is a 404.
 */
export async function deleteChat(deps: Deps, userId: number, id: string, isPermanent: boolean): Promise<void> {
  const { moved, running } = await deps.db.transaction().execute(async (trx) => {
    const chat = await lockChat(trx, userId, id)
    if (chat !== undefined && isPermanent) {
      return { moved: nothing, running: await removeChats(trx, deps, [{ user_id: userId, id }]) }
    }
    if (chat !== undefined) {
      const isThere = chat.deleted_at !== null
      return { moved: isThere ? nothing : await moveToDeleted(trx, deps, userId, [id]), running: [] }
    }
    if (!(await hasTombstone(trx, userId, id))) throw chatNotFound()
    return { moved: nothing, running: [] }
  })
  await notifyUnfinished(deps, moved)
  await notifyOwners(deps, running)
}

/** `age`: how many seconds ago the user asked for it. `seen`: the time of the chat list that the device had then. */
interface ClearingTime {
  age?: number | undefined
  seen?: string | undefined
}

const requestedAt = ({ now }: Deps, age: number): string => isoTime(now() - age * 1000)

interface Clearing extends ClearingTime {
  include_saved?: boolean | undefined
  permanent?: boolean | undefined
}

/**
 * Moves a user's chats to Recently deleted, or deletes them for good, saved ones only on request; returns their number.
 * Chats that have changed since `seen` stay; without it, those that were created since the user asked.
 */
export async function clearHistory(
  deps: Deps & Pick<Dependencies, 'erasure'>,
  userId: number,
  { include_saved = false, permanent = false, age = 0, seen }: Clearing,
): Promise<number> {
  const [since, column] =
    seen === undefined
      ? ([requestedAt(deps, age), 'created_at'] as const)
      : ([isoTime(Date.parse(seen)), 'updated_at'] as const)
  for (let deleted = 0; ; ) {
    const { count, moved, running } = await deps.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('chats')
        .select(['user_id', 'id'])
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .where(column, '<=', since)
        .$if(!include_saved, (query) => query.where('is_saved', '=', 0))
        .orderBy('id')
        .limit(AT_ONCE)
        .forUpdate()
        .execute()
      const ids = rows.map((row) => row.id)
      return {
        count: ids.length,
        moved: ids.length > 0 && !permanent ? await moveToDeleted(trx, deps, userId, ids) : nothing,
        running: permanent ? await removeChats(trx, deps, rows) : [],
      }
    })
    await notifyUnfinished(deps, moved)
    await notifyOwners(deps, running)
    deleted += count
    if (permanent && count > 0) deps.erasure.request()
    if (count < AT_ONCE) return deleted
  }
}

/** Deletes for good what came into Recently deleted until `seen`, or until the user asked; returns the number. */
export async function emptyDeleted(
  deps: Deps & Pick<Dependencies, 'erasure'>,
  userId: number,
  { age = 0, seen }: ClearingTime,
): Promise<number> {
  const since = seen === undefined ? requestedAt(deps, age) : isoTime(Date.parse(seen))
  for (let deleted = 0; ; ) {
    const { count, running } = await deps.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('chats')
        .select(['user_id', 'id'])
        .where('user_id', '=', userId)
        .where('deleted_at', '<=', since)
        .orderBy('id')
        .limit(AT_ONCE)
        .forUpdate()
        .execute()
      return { count: rows.length, running: await removeChats(trx, deps, rows) }
    })
    await notifyOwners(deps, running)
    deleted += count
    if (count > 0) deps.erasure.request()
    if (count < AT_ONCE) return deleted
  }
}

import { DELETED_DAYS, WARNING_DAYS } from '#contract/limits.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { notifyOwners } from '../generations/notify-owners.ts'
import { notifyUnfinished } from '../use-cases/end-unfinished.ts'
import { AT_ONCE, moveToDeleted, removeChats } from './remove-chats.ts'

type Deps = Pick<Dependencies, 'db' | 'bus' | 'now'>

/**
 * These run as jobs over the chats of all users. Chats that another process has locked are left to the next run: none
 * is treated twice, and one that is being saved or written in is not ended.
 */

/** Moves expired chats to Recently deleted and returns their number. */
export async function expireChats(deps: Deps, isEnding: () => boolean): Promise<number> {
  for (let expired = 0; ; ) {
    const { count, moved } = await deps.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('chats')
        .select(['user_id', 'id'])
        .where('expires_at', '<=', isoTime(deps.now()))
        .where('is_saved', '=', 0)
        .where('deleted_at', 'is', null)
        .orderBy('expires_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute()
      const moved = []
      for (const [userId, chats] of Map.groupBy(rows, (row) => row.user_id)) {
        const ids = chats.map((row) => row.id)
        moved.push(await moveToDeleted(trx, deps, userId, ids))
      }
      return { count: rows.length, moved }
    })
    for (const each of moved) await notifyUnfinished(deps, each)
    expired += count
    if (count < AT_ONCE || isEnding()) return expired
  }
}

/** Deletes for good what has lain in Recently deleted for its time, and returns the number. */
export async function endDeleted(deps: Deps, isEnding: () => boolean): Promise<number> {
  for (let deleted = 0; ; ) {
    const { count, running } = await deps.db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('chats')
        .select(['user_id', 'id'])
        .where('deleted_at', '<=', isoTime(deps.now() - DELETED_DAYS * DAY_MS))
        .orderBy('deleted_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute()
      return { count: rows.length, running: await removeChats(trx, deps, rows) }
    })
    await notifyOwners(deps, running)
    deleted += count
    if (count < AT_ONCE || isEnding()) return deleted
  }
}

/**
 * Records that chats expire within a week and returns how many, by user. The user is warned once about each expiry.
 * Chats with a message in the last 24 hours are left out: with the shortest setting, a chat expires a week after its
 * last message, so each message would cause a warning.
 */
export async function warnOfExpiry(deps: Deps, isEnding: () => boolean): Promise<Map<number, number>> {
  const warned = new Map<number, number>()
  for (;;) {
    const rows = await deps.db.transaction().execute(async (trx) => {
      const now = deps.now()
      const rows = await trx
        .selectFrom('chats')
        .select(['user_id', 'id'])
        .where('expires_at', '<=', isoTime(now + WARNING_DAYS * DAY_MS))
        .where('last_message_at', '<=', isoTime(now - DAY_MS))
        .where('is_saved', '=', 0)
        .where('expires_warned_at', 'is', null)
        .where('deleted_at', 'is', null)
        .orderBy('expires_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const [userId, chats] of Map.groupBy(rows, (row) => row.user_id)) {
        const ids = chats.map((row) => row.id)
        await trx
          .updateTable('chats')
          .set({ expires_warned_at: isoTime(now), updated_at: notBack(isoTime(now)) })
          .where('user_id', '=', userId)
          .where('id', 'in', ids)
          .execute()
      }
      return rows
    })
    for (const { user_id } of rows) warned.set(user_id, (warned.get(user_id) ?? 0) + 1)
    if (rows.length < AT_ONCE || isEnding()) return warned
  }
}

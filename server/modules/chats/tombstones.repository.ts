import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../lib/time.ts'

/** A device that was offline for longer gets a full list (`listChats`). */
const SYNC_DAYS = 60
/** One day longer, because clocks differ and lists are read page by page. */
const RETENTION_DAYS = SYNC_DAYS + 1

/** Whether all tombstones since then (ISO 8601) still exist. `now` in milliseconds since 1970. */
export const remembersSince = (since: string, now: number): boolean => since >= isoTime(now - SYNC_DAYS * DAY_MS)

/** Deletes old tombstones; concurrent runs are safe. */
export async function forgetTombstones(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('deletions')
    .where('deleted_at', '<', isoTime(now - RETENTION_DAYS * DAY_MS))
    .execute()
}

/** Whether a chat of the user was deleted for good, as far as it is remembered. */
export async function hasTombstone(db: Kysely<Database>, userId: number, chatId: string): Promise<boolean> {
  const tombstone = await db
    .selectFrom('deletions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'chat')
    .where('id', '=', chatId)
    .executeTakeFirst()
  return tombstone !== undefined
}

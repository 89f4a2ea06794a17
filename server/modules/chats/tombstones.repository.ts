import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../lib/time.ts'

/** A device that was away for longer is told everything anew (`listChats`). */
const SYNC_DAYS = 60
/** A day more than is needed, for clocks that differ and lists that are read page by page. */
const RETENTION_DAYS = SYNC_DAYS + 1

/** Whether all that was deleted since then (ISO 8601) is still known. `now` in milliseconds since 1970. */
export const remembersSince = (since: string, now: number): boolean => since >= isoTime(now - SYNC_DAYS * DAY_MS)

/** Forgets what was deleted long ago; two processes may do it at once. */
export async function forgetTombstones(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('deletions')
    .where('deleted_at', '<', isoTime(now - RETENTION_DAYS * DAY_MS))
    .execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

/** Longer than the longest period, a year. */
const RETENTION_DAYS = 400

/** Deletes usage from before any period that can still be active. */
export async function forgetUsage(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('usage_entries')
    .where('at', '<', isoTime(now - RETENTION_DAYS * DAY_MS))
    .execute()
}

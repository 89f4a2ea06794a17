import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

const RETENTION_DAYS = 30
/** Deletes counts that are older than 30 days; `now` in milliseconds since 1970. */
export async function pruneClientErrors(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('client_errors')
    .where('day', '<', isoTime(now - RETENTION_DAYS * DAY_MS).slice(0, 10))
    .execute()
}

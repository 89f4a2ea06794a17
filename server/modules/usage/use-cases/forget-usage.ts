import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../chats/chats.mappers.ts'

/** Longer than the longest period, a year. */
const RETENTION_DAYS = 400

/** Forgets what was used before any period that can still run. */
export async function forgetUsage(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('usage_entries')
    .where('at', '<', isoTime(now - RETENTION_DAYS * 86_400_000))
    .execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

/** Stripe repeats an event for three days. */
const RETENTION_DAYS = 30

export async function forgetEvents(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('payment_events')
    .where('handled_at', '<', isoTime(now - RETENTION_DAYS * DAY_MS))
    .execute()
}

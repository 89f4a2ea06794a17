import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import { activeStatuses } from '../active-now.ts'

/** Cancels expired trials and grants. The status of other subscriptions comes from their processor. */
export async function endExpired(db: Kysely<Database>, now: number): Promise<void> {
  const time = isoTime(now)
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', updated_at: time })
    .where('source', 'in', ['trial', 'grant'])
    .where('status', 'in', activeStatuses)
    .where('current_period_end', '<=', time)
    .execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import { activeStatuses } from '../active-now.ts'

/** Trials and grants whose time is over say so. What a processor keeps is asked of it instead. */
export async function endPassed(db: Kysely<Database>, now: number): Promise<void> {
  const time = isoTime(now)
  await db
    .updateTable('subscriptions')
    .set({ status: 'canceled', updated_at: time })
    .where('source', 'in', ['trial', 'grant'])
    .where('status', 'in', activeStatuses)
    .where('current_period_end', '<=', time)
    .execute()
}

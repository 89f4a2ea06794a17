import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * For the list of all subscriptions: newest first without sorting. The further columns are those from which the state
 * and the next date follow, so that counting, filtering and sorting by them read this index alone.
 */
export const subscriptionList = (): Migration => ({
  async up(db: Kysely<never>) {
    await sql`create index subscriptions_listed on subscriptions (created_at, id, plan_id, status, current_period_end,
      cancel_at_period_end, extended_until, grace_until)`.execute(db)
  },
})

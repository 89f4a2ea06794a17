import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Covering indexes for the list of users by state or plan: they suffice to find the current subscription of a user and
 * its state. The second one limits the search to subscriptions with the statuses that fit a state.
 */
export const userList = (): Migration => ({
  async up(db: Kysely<never>) {
    await sql`create index subscriptions_of_user_listed on subscriptions (user_id, created_at, id, plan_id, status,
      current_period_end, cancel_at_period_end, extended_until, terms_id)`.execute(db)
    await sql`create index subscriptions_of_status on subscriptions (status, user_id, created_at, id, plan_id,
      current_period_end, cancel_at_period_end, extended_until)`.execute(db)
  },
})

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * For the list of users by state or plan: whether a subscription is its user's current one, and what follows from it, is
 * read from these indexes alone; by the second one, only of the subscriptions whose status allows the state.
 */
export const userList = (): Migration => ({
  async up(db: Kysely<never>) {
    await sql`create index subscriptions_of_user_listed on subscriptions (user_id, created_at, id, plan_id, status,
      current_period_end, cancel_at_period_end, extended_until, terms_id)`.execute(db)
    await sql`create index subscriptions_of_status on subscriptions (status, user_id, created_at, id, plan_id,
      current_period_end, cancel_at_period_end, extended_until)`.execute(db)
  },
})

import { type RawBuilder, sql } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { SubscriptionStatus } from '#contract/objects/plan.ts'
import type { ListedState } from '#contract/objects/subscription-list.ts'
import type { SubscriptionState } from '#contract/objects/user-list.ts'

// The state of a subscription in SQL, for lists that filter and sort by it. `of` is the name of its table in the query.

/** Statuses in which the payment processor waits for a payment. */
export const unpaidStatuses = sql`('past_due', 'unpaid')`
export const ownPlans = sql`(select id from plans where product = ${PRODUCT})`

const column = (of: string, name: string) => sql.ref(`${of}.${name}`)

/** `time` in ISO 8601. */
export const stateOf = (of: string, time: string): RawBuilder<ListedState> =>
  sql`case when ${column(of, 'status')} in ${unpaidStatuses} then 'payment_failed'
    when ${column(of, 'current_period_end')} <= ${time} then 'cancelled'
    when ${column(of, 'status')} = 'trialing' and ${column(of, 'extended_until')} is null then 'trial'
    when ${column(of, 'status')} not in ('active', 'trialing') then 'cancelled'
    when ${column(of, 'cancel_at_period_end')} = 1 then 'ending'
    else 'active' end`

/** The title of the plan, as it was sold. */
export const planTitleOf = (of: string): RawBuilder<string> =>
  sql`coalesce((select title from plan_terms where id = ${column(of, 'terms_id')}),
    (select title from plans where id = ${column(of, 'plan_id')}))`

/** Sorts by state: what needs attention first. */
export const rankOf = (state: RawBuilder<SubscriptionState>): RawBuilder<number> =>
  sql`case ${state} when 'payment_failed' then 0 when 'ending' then 1 when 'trial' then 2
    when 'active' then 3 when 'cancelled' then 4 else 5 end`

/** A subscription in such a state has one of these statuses, which an index finds. */
export const statusesOf: Readonly<Partial<Record<SubscriptionState, SubscriptionStatus[]>>> = {
  payment_failed: ['past_due', 'unpaid'],
  trial: ['trialing'],
  // An extended subscription is in a trial at the processor.
  active: ['active', 'trialing'],
  ending: ['active', 'trialing'],
}

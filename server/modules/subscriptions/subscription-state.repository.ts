import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { SubscriptionStatus } from '#contract/objects/plan.ts'
import type { ListedState } from '#contract/objects/subscription-list.ts'
import type { SubscriptionState } from '#contract/objects/user-list.ts'
import type { Database } from '../../db/schema/schema.ts'

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

/** Joins what `soldTitle` reads; to sort by it, one join is faster than a search of the title for each row. */
export const withTitles = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, of: string) =>
  (query as unknown as SelectQueryBuilder<Database, 'subscriptions', O>)
    .leftJoin('plan_terms as sold', (join) => join.on(sql<boolean>`sold.id = ${column(of, 'terms_id')}`))
    .leftJoin('plans as held', (join) =>
      join.on(sql<boolean>`held.id = ${column(of, 'plan_id')}`),
    ) as unknown as typeof query

export const soldTitle = sql<string | null>`coalesce(sold.title, held.title)`

/** Sorts by state: what needs attention first. */
export const rankOf = (state: RawBuilder<SubscriptionState>): RawBuilder<number> =>
  sql`case ${state} when 'payment_failed' then 0 when 'ending' then 1 when 'trial' then 2
    when 'active' then 3 when 'cancelled' then 4 else 5 end`

/**
 * The statuses that a subscription in a state can have, so that the index of statuses finds it. `active` and
 * `cancelled` are missing: most rows have these states, so reading in the order of the list finds a page sooner.
 */
export const statusesOf: Readonly<Partial<Record<SubscriptionState, SubscriptionStatus[]>>> = {
  payment_failed: ['past_due', 'unpaid'],
  trial: ['trialing'],
  // An extended subscription is in a trial at the processor.
  ending: ['active', 'trialing'],
}

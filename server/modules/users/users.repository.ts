import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SubscriptionState, UserOrdering, UserSelection, UserSortKey } from '#contract/objects/user-list.ts'
import type { Database } from '../../db/schema/schema.ts'
import { matchesQuery } from '../../db/search/user-index.ts'
import type { UserRow } from '../accounts/accounts.repository.ts'
import {
  ownPlans,
  planTitleOf,
  rankOf,
  stateOf,
  statusesOf,
  unpaidStatuses,
} from '../subscriptions/subscription-state.repository.ts'

export interface ListedUserRow extends UserRow {
  state: SubscriptionState
  current_subscription_id: number | null
  /** The title of the current subscription's plan, as it was sold. */
  plan_title: string | null
  last_seen_at: string | null
}

const lastSeen = sql<string | null>`(select max(last_used_at) from sessions where sessions.user_id = users.id)`

/** `time` in ISO 8601. */
export async function countUsers(db: Kysely<Database>, selection: UserSelection, time: string): Promise<number> {
  const { count } = await matching(db, selection, time)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page, or of all. */
export async function findUserIds(
  db: Kysely<Database>,
  selection: UserSelection,
  { time, page }: { time: string; page?: { limit: number; offset: number } },
): Promise<number[]> {
  const rows = await matching(db, selection, time)
    .select('id')
    .orderBy(orderOf(selection.ordering ?? '-created_at', time))
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
  return rows.map(({ id }) => id)
}

/** The users with these ids, in their order; those that were deleted meanwhile are left out. */
export async function readUsers(db: Kysely<Database>, ids: readonly number[], time: string): Promise<ListedUserRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .select([stateAt(time).as('state'), titleAt(time).as('plan_title'), lastSeen.as('last_seen_at')])
    .select(ofCurrent<number | null>(sql`current.id`, time).as('current_subscription_id'))
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * A value of a user's current subscription: an unpaid one, which needs attention, before an active one before the
 * newest. Null without any. The plus keeps SQLite from reading all subscriptions of a plan by its index.
 */
const ofCurrent = <T>(value: RawBuilder<unknown>, time: string): RawBuilder<T> =>
  sql`(select ${value} from subscriptions as current
    where current.user_id = users.id and +current.plan_id in ${ownPlans}
    order by case when current.status in ${unpaidStatuses} then 0
      when current.status in ('active', 'trialing') and current.current_period_end > ${time} then 1 else 2 end,
      current.created_at desc, current.id desc limit 1)`

const stateAt = (time: string): RawBuilder<SubscriptionState> =>
  sql`coalesce(${ofCurrent(stateOf('current', time), time)}, 'none')`

const titleAt = (time: string): RawBuilder<string | null> => ofCurrent(planTitleOf('current'), time)

function matching(db: Kysely<Database>, { search = '', flag, state, plan }: UserSelection, time: string) {
  let query = db.selectFrom('users')
  // The value is a literal, because a partial index is not used with a parameter.
  if (flag !== undefined) query = query.where(sql<boolean>`${sql.ref(flag)} = 1`)
  if (plan !== undefined) {
    // By the index of plans first, then exactly.
    query = query
      .where('id', 'in', (eb) => eb.selectFrom('subscriptions').select('user_id').where('plan_id', '=', plan))
      .where(ofCurrent<number | null>(sql`current.plan_id`, time), '=', plan)
  }
  if (state !== undefined) {
    const status = statusesOf[state]
    if (status !== undefined) {
      query = query.where('id', 'in', (eb) =>
        eb
          .selectFrom('subscriptions')
          .select('user_id')
          .where('status', 'in', status)
          .where(sql<boolean>`plan_id in ${ownPlans}`),
      )
    }
    query = query.where(stateAt(time), '=', state)
  }
  if (search.trim() === '') return query
  return query.where((eb) => matchesQuery(eb, search) ?? sql<boolean>`1 = 0`)
}

/** Sorts after every title and time. */
const LAST = '\u{10FFFF}'

/** Users without a value stand last in both directions, and equal ones newest first. */
function orderOf(ordering: UserOrdering, time: string): RawBuilder<unknown> {
  const isDescending = ordering.startsWith('-')
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const none = isDescending ? '' : LAST
  const keys: Record<UserSortKey, RawBuilder<unknown>> = {
    created_at: sql`id ${direction}`,
    name: sql`name_key ${direction}, id ${direction}`,
    plan: sql`coalesce(${titleAt(time)}, ${none}) ${direction}, id desc`,
    state: sql`${rankOf(stateAt(time))} ${direction}, id desc`,
    last_seen_at: sql`coalesce(${lastSeen}, ${none}) ${direction}, id desc`,
  }
  return keys[(isDescending ? ordering.slice(1) : ordering) as UserSortKey]
}

import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type {
  ListedState,
  SubscriptionOrdering,
  SubscriptionSelection,
  SubscriptionSortKey,
} from '#contract/objects/subscription-list.ts'
import { orderBy, type Page } from '../../db/nearer-page.ts'
import type { Database } from '../../db/schema/schema.ts'
import { matchesQuery } from '../../db/search/user-index.ts'
import type { UserRow } from '../accounts/accounts.repository.ts'
import {
  ownPlans,
  rankOf,
  soldTitle,
  stateOf,
  statusesOf,
  withTitles,
} from '../subscriptions/subscription-state.repository.ts'
import { type SubscriptionRow, withPlans } from '../subscriptions/subscriptions.repository.ts'

export interface ListedSubscriptionRow extends SubscriptionRow {
  id: number
  user: UserRow
  state: ListedState
  next_at: string | null
}

/** `time` in ISO 8601. */
export async function countSubscriptions(
  db: Kysely<Database>,
  selection: SubscriptionSelection,
  time: string,
): Promise<number> {
  const { count } = await countQuery(db, selection, time).executeTakeFirstOrThrow()
  return count
}

/** The ids of one page, or of all. */
export async function findSubscriptionIds(
  db: Kysely<Database>,
  selection: SubscriptionSelection,
  at: { time: string; page?: Page },
): Promise<number[]> {
  const rows = await idsQuery(db, selection, at).execute()
  const ids = rows.map(({ id }) => id)
  return at.page?.isReversed ? ids.reverse() : ids
}

export const countQuery = (db: Kysely<Database>, selection: SubscriptionSelection, time: string) =>
  matching(db.selectFrom('subscriptions'), selection, time).select((eb) => eb.fn.countAll<number>().as('count'))

export function idsQuery(
  db: Kysely<Database>,
  selection: SubscriptionSelection,
  { time, page }: { time: string; page?: Page },
) {
  const ordering = selection.ordering ?? '-created_at'
  // The users first: SQLite never changes the order of a cross join, and so reads them by the index of names.
  const from = isByName(ordering)
    ? db.selectFrom('users').crossJoin('subscriptions').whereRef('subscriptions.user_id', '=', 'users.id')
    : db.selectFrom('subscriptions')
  const query = matching(from as SelectQueryBuilder<Database, 'subscriptions', object>, selection, time)
  return (ordering.endsWith('plan') ? withTitles(query, 'subscriptions') : query)
    .select('subscriptions.id')
    .orderBy(orderOf(ordering, time, page?.isReversed))
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
}

/** The subscriptions with these ids, in their order; those that were deleted meanwhile are left out. */
export async function readSubscriptionRows(
  db: Kysely<Database>,
  ids: readonly number[],
  time: string,
): Promise<ListedSubscriptionRow[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('subscriptions')
    .selectAll()
    .select([stateOf('subscriptions', time).as('state'), nextAt(time).as('next_at')])
    .where('id', 'in', ids)
    .execute()
  const stateById = new Map(found.map((row) => [row.id, row]))
  const userIds = [...new Set(found.map(({ user_id }) => user_id))]
  if (userIds.length === 0) return []
  const users = await db.selectFrom('users').selectAll().where('id', 'in', userIds).execute()
  const userById = new Map(users.map((user) => [user.id, user]))
  const rowById = new Map((await withPlans(db, found)).map((row) => [row.subscription.id, row]))
  return ids.flatMap((id) => {
    const [listed, row] = [stateById.get(id), rowById.get(id)]
    const user = userById.get(listed?.user_id ?? 0)
    if (listed === undefined || row === undefined || user === undefined) return []
    return [{ ...row, id, user, state: listed.state, next_at: listed.next_at }]
  })
}

/** When something happens to a subscription by itself; null when nothing is to come. */
const nextAt = (time: string): RawBuilder<string | null> =>
  sql`case ${stateOf('subscriptions', time)} when 'cancelled' then null
    when 'payment_failed' then (case subscriptions.status when 'past_due' then subscriptions.grace_until end)
    else subscriptions.current_period_end end`

const isByName = (ordering: SubscriptionOrdering): boolean => ordering === 'name' || ordering === '-name'

function matching<O>(
  from: SelectQueryBuilder<Database, 'subscriptions', O>,
  { search = '', state, plan }: SubscriptionSelection,
  time: string,
) {
  let query = from
  // The plus hides the column from the indexes of plans: by them, all subscriptions would be read and then sorted.
  const planId = state === 'payment_failed' ? sql`subscriptions.plan_id` : sql`+subscriptions.plan_id`
  query = query.where(sql<boolean>`${planId} in ${ownPlans}`)
  if (plan !== undefined) query = query.where('subscriptions.plan_id', '=', plan)
  if (state !== undefined) {
    const statuses = statusesOf[state]
    if (statuses !== undefined) query = query.where('subscriptions.status', 'in', statuses)
    query = query.where(stateOf('subscriptions', time), '=', state)
  }
  if (search.trim() === '') return query
  return query.where(matchesQuery('subscriptions.user_id', search))
}

/** Sorts after every title and time. */
const LAST = '\u{10FFFF}'

/**
 * Subscriptions without a value stand last in both directions, and equal ones newest first. Sorted by `created_at`,
 * equal ones are in the order of their ids, in the same direction.
 */
function orderOf(ordering: SubscriptionOrdering, time: string, isReversed = false): RawBuilder<unknown> {
  const isDescending = ordering.startsWith('-')
  const none = isDescending ? '' : LAST
  const created = sql`subscriptions.created_at`
  const id = sql`subscriptions.id`
  const keys: Record<Exclude<SubscriptionSortKey, 'created_at'>, RawBuilder<unknown>> = {
    name: sql`users.name_key`,
    plan: soldTitle,
    state: rankOf(stateOf('subscriptions', time)),
    next_at: sql`coalesce(${nextAt(time)}, ${none})`,
  }
  const key = (isDescending ? ordering.slice(1) : ordering) as SubscriptionSortKey
  if (key === 'created_at')
    return orderBy(
      [
        [created, isDescending],
        [id, isDescending],
      ],
      isReversed,
    )
  return orderBy(
    [
      [keys[key], isDescending],
      [created, true],
      [id, true],
    ],
    isReversed,
  )
}

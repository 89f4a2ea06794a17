import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { SubscriptionState, UserOrdering, UserSelection, UserSortKey } from '#contract/objects/user-list.ts'
import { orderBy, type Page } from '../../db/nearer-page.ts'
import type { Database } from '../../db/schema/schema.ts'
import { isInName, matchesQuery } from '../../db/search/user-index.ts'
import type { UserRow } from '../accounts/accounts.repository.ts'
import {
  planTitleOf,
  rankOf,
  soldTitle,
  stateOf,
  statusesOf,
  unpaidStatuses,
  withTitles,
} from '../subscriptions/subscription-state.repository.ts'

export interface ListedUserRow extends UserRow {
  state: SubscriptionState
  current_subscription_id: number | null
  /** The title of the current subscription's plan, as it was sold. */
  plan_title: string | null
  last_seen_at: string | null
}

interface Selection extends UserSelection {
  /** Whether the search is among names only, instead of among addresses too. */
  isByName?: boolean
}

const lastSeen = sql<string | null>`(select max(last_used_at) from sessions where sessions.user_id = users.id)`

/** `time` in ISO 8601. */
export async function countUsers(db: Kysely<Database>, selection: Selection, time: string): Promise<number> {
  const { count } = await countUsersQuery(db, selection, time).executeTakeFirstOrThrow()
  return count
}

export const countUsersQuery = (db: Kysely<Database>, selection: Selection, time: string) =>
  matching(db, selection, time).select((eb) => eb.fn.countAll<number>().as('count'))

/** The ids of one page, or of all. */
export async function findUserIds(
  db: Kysely<Database>,
  selection: Selection,
  at: { time: string; page?: Page },
): Promise<number[]> {
  const rows = await userIdsQuery(db, selection, at).execute()
  const ids = rows.map(({ id }) => id)
  return at.page?.isReversed ? ids.reverse() : ids
}

export function userIdsQuery(
  db: Kysely<Database>,
  selection: Selection,
  { time, page }: { time: string; page?: Page },
) {
  const ordering = selection.ordering ?? '-created_at'
  const query = matching(db, selection, time, /plan|state/.test(ordering))
  return (ordering.endsWith('plan') ? withTitles(query, 'current') : query)
    .select('users.id')
    .orderBy(orderOf(ordering, time, page?.isReversed))
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
}

/** The users with these ids, in their order; those that were deleted meanwhile are left out. */
export async function readUsers(db: Kysely<Database>, ids: readonly number[], time: string): Promise<ListedUserRow[]> {
  if (ids.length === 0) return []
  const rows = await withCurrent(db.selectFrom('users'), time)
    .selectAll('users')
    .select([stateAt(time).as('state'), titleOfCurrent.as('plan_title'), lastSeen.as('last_seen_at')])
    .select('current.id as current_subscription_id')
    .where('users.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What is taken first as a user's current subscription: an unpaid one, which needs attention, then an active one. */
const precedence = (of: string, time: string): RawBuilder<number> =>
  sql`case when ${sql.ref(`${of}.status`)} in ${unpaidStatuses} then 0
    when ${sql.ref(`${of}.status`)} in ('active', 'trialing') and ${sql.ref(`${of}.current_period_end`)} > ${time} then 1
    else 2 end`

/**
 * Whether a subscription is of a plan of this product. It is written as `exists`, because PostgreSQL estimates the
 * number of remaining rows well only in this form.
 */
const isOwn = (of: string): RawBuilder<boolean> =>
  sql`exists (select 1 from plans where plans.id = ${sql.ref(`${of}.plan_id`)} and plans.product = ${PRODUCT})`

/**
 * The current subscription of a user: the first by `precedence`, and of equal ones the newest; that is, the one to
 * which no other is preferred.
 */
function isCurrent(time: string): RawBuilder<boolean> {
  const [own, other] = [precedence('current', time), precedence('other', time)]
  return sql`${isOwn('current')} and not exists (
    select 1 from subscriptions as other
    where other.user_id = current.user_id and other.id <> current.id and ${isOwn('other')}
      and (${other} < ${own} or (${other} = ${own} and (other.created_at > current.created_at
        or (other.created_at = current.created_at and other.id > current.id)))))`
}

/** Joins users with their current subscriptions, also those who have none. */
const withCurrent = <O>(users: SelectQueryBuilder<Database, 'users', O>, time: string) =>
  users.leftJoin('subscriptions as current', (join) =>
    join.onRef('current.user_id', '=', 'users.id').on(isCurrent(time)),
  )

/**
 * Joins users with their current subscriptions, only those who have one: PostgreSQL then begins with the fewer rows.
 */
const havingCurrent = (users: SelectQueryBuilder<Database, 'users', object>, time: string) =>
  users.innerJoin('subscriptions as current', (join) =>
    join.onRef('current.user_id', '=', 'users.id').on(isCurrent(time)),
  )

const stateAt = (time: string): RawBuilder<SubscriptionState> =>
  sql`case when current.id is null then 'none' else ${stateOf('current', time)} end`

const titleOfCurrent: RawBuilder<string | null> = planTitleOf('current')

function matching(
  db: Kysely<Database>,
  { search = '', flag, state, plan, isByName = false }: Selection,
  time: string,
  isByCurrent = false,
) {
  const users = db.selectFrom('users')
  const isRequired = plan !== undefined || (state !== undefined && state !== 'none')
  const joined = isRequired ? havingCurrent(users, time) : isByCurrent ? withCurrent(users, time) : users
  let query = joined as ReturnType<typeof withCurrent<object>>
  // The value is a literal, because a partial index is not used with a parameter.
  if (flag !== undefined) query = query.where(sql<boolean>`${sql.ref(`users.${flag}`)} = 1`)
  if (plan !== undefined) query = query.where('current.plan_id', '=', plan)
  if (state === 'none') {
    query = query.where(
      sql<boolean>`not exists (select 1 from subscriptions as own where own.user_id = users.id and ${isOwn('own')})`,
    )
  } else if (state !== undefined) {
    const statuses = statusesOf[state]
    if (statuses !== undefined) query = query.where('current.status', 'in', statuses)
    query = query.where(stateAt(time), '=', state)
  }
  if (search.trim() === '') return query
  query = query.where(matchesQuery('users.id', search))
  return isByName ? query.where(isInName(search)) : query
}

/** Sorts after every title and time. */
const LAST = '\u{10FFFF}'

/**
 * Users without a plan or a last use stand last in both directions. Equal users are sorted newest first, but users of
 * the same name in the direction of the names.
 */
function orderOf(ordering: UserOrdering, time: string, isReversed = false): RawBuilder<unknown> {
  const isDescending = ordering.startsWith('-')
  const none = isDescending ? '' : LAST
  const id = sql`users.id`
  const keys: Record<Exclude<UserSortKey, 'created_at'>, RawBuilder<unknown>> = {
    name: sql`name_key`,
    plan: sql`coalesce(${soldTitle}, ${none})`,
    state: rankOf(stateAt(time)),
    last_seen_at: sql`coalesce(${lastSeen}, ${none})`,
  }
  const key = (isDescending ? ordering.slice(1) : ordering) as UserSortKey
  if (key === 'created_at') return orderBy([[id, isDescending]], isReversed)
  return orderBy(
    [
      [keys[key], isDescending],
      [id, key === 'name' ? isDescending : true],
    ],
    isReversed,
  )
}

import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { SubscriptionState, UserOrdering, UserSelection, UserSortKey } from '#contract/objects/user-list.ts'
import { orderBy, type Page } from '../../db/nearer-page.ts'
import type { Database } from '../../db/schema/schema.ts'
import { isInName, matchesQuery } from '../../db/search/user-index.ts'
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

interface Selection extends UserSelection {
  /** Whether the search is among names only, instead of among addresses too. */
  isByName?: boolean
}

const lastSeen = sql<string | null>`(select max(last_used_at) from sessions where sessions.user_id = users.id)`

/** `time` in ISO 8601. */
export async function countUsers(db: Kysely<Database>, selection: Selection, time: string): Promise<number> {
  const { count } = await matching(db, selection, time)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

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
  return matching(db, selection, time, /plan|state/.test(ordering))
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
 * Joins a user with the current subscription: the first by `precedence`, and of equal ones the newest; that is, the one
 * to which no other is preferred. The plus hides a column from the indexes of plans, by which all would be read.
 */
function withCurrent<O>(users: SelectQueryBuilder<Database, 'users', O>, time: string) {
  const [own, other] = [precedence('current', time), precedence('other', time)]
  return users.leftJoin('subscriptions as current', (join) =>
    join.onRef('current.user_id', '=', 'users.id').on(sql<boolean>`+current.plan_id in ${ownPlans} and not exists (
      select 1 from subscriptions as other
      where other.user_id = current.user_id and other.id <> current.id and +other.plan_id in ${ownPlans}
        and (${other} < ${own} or (${other} = ${own} and (other.created_at > current.created_at
          or (other.created_at = current.created_at and other.id > current.id)))))`),
  )
}

const stateAt = (time: string): RawBuilder<SubscriptionState> =>
  sql`case when current.id is null then 'none' else ${stateOf('current', time)} end`

const titleOfCurrent: RawBuilder<string | null> = planTitleOf('current')

/** States whose few users are found by the index of statuses; of the others most users would be looked up twice. */
const rareStates: ReadonlySet<SubscriptionState> = new Set(['payment_failed', 'trial'])

function matching(
  db: Kysely<Database>,
  { search = '', flag, state, plan, isByName = false }: Selection,
  time: string,
  isByCurrent = false,
) {
  const users = db.selectFrom('users')
  const needsCurrent = isByCurrent || plan !== undefined || (state !== undefined && state !== 'none')
  let query = (needsCurrent ? withCurrent(users, time) : users) as ReturnType<typeof withCurrent<object>>
  // The value is a literal, because a partial index is not used with a parameter.
  if (flag !== undefined) query = query.where(sql<boolean>`${sql.ref(`users.${flag}`)} = 1`)
  // By the index of plans first, then exactly.
  if (plan !== undefined) {
    query = query
      .where('users.id', 'in', (eb) => eb.selectFrom('subscriptions').select('user_id').where('plan_id', '=', plan))
      .where(sql`+current.plan_id`, '=', plan)
  }
  if (state === 'none') {
    query = query.where(
      sql<boolean>`not exists (select 1 from subscriptions where user_id = users.id and +plan_id in ${ownPlans})`,
    )
  } else if (state !== undefined) {
    const status = rareStates.has(state) ? statusesOf[state] : undefined
    if (status !== undefined) {
      query = query.where('users.id', 'in', (eb) =>
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
  query = query.where(matchesQuery('users.id', search))
  return isByName ? query.where(isInName(search)) : query
}

/** Sorts after every title and time. */
const LAST = '\u{10FFFF}'

/** Users without a value stand last in both directions, and equal ones newest first. */
function orderOf(ordering: UserOrdering, time: string, isReversed = false): RawBuilder<unknown> {
  const isDescending = ordering.startsWith('-')
  const none = isDescending ? '' : LAST
  const id = sql`users.id`
  const keys: Record<Exclude<UserSortKey, 'created_at'>, RawBuilder<unknown>> = {
    name: sql`name_key`,
    plan: sql`coalesce(${titleOfCurrent}, ${none})`,
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

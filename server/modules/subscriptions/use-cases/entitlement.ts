import { type Kysely, type Selectable, sql } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Interval } from '#contract/objects/plan.ts'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database, PlansTable } from '../../../db/schema/schema.ts'
import { addInterval } from '../../../lib/add-interval.ts'
import type { Caller } from '../../../lib/caller.ts'
import { appError } from '../../../lib/errors.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { asSold } from '../../plans/plan-terms.repository.ts'
import { activeStatuses } from '../active-now.ts'

/** Upper bounds, so that counting in these never skips an interval. */
const LONGEST_MS = { week: 7 * DAY_MS, two_weeks: 14 * DAY_MS, month: 31 * DAY_MS, year: 366 * DAY_MS }

interface Period {
  /** The period that the limits apply to, ISO 8601: the subscription's, or the current interval of a long grant. */
  start: string
  end: string
}

export interface Entitlement extends Period {
  /** With its sold terms. */
  plan: Selectable<PlansTable>
}

const findBest = prepareQuery((db, value: Value<{ userId: number; now: string }>) => {
  const limit = sql<number>`coalesce(terms.tokens_limit, plans.tokens_limit)`
  return (
    db
      .selectFrom('subscriptions')
      .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
      .leftJoin('plan_terms as terms', 'terms.id', 'subscriptions.terms_id')
      .select(['subscriptions.plan_id', 'subscriptions.terms_id', 'subscriptions.source'])
      .select(['subscriptions.current_period_start as start', 'subscriptions.current_period_end as end'])
      .where('subscriptions.user_id', '=', value('userId'))
      .where(({ or, and, eb }) =>
        or([
          and([
            eb('subscriptions.status', 'in', activeStatuses),
            eb('subscriptions.current_period_end', '>', value('now')),
          ]),
          and([eb('subscriptions.status', '=', 'past_due'), eb('subscriptions.grace_until', '>', value('now'))]),
        ]),
      )
      .where('plans.product', '=', PRODUCT)
      // A limit of 0 means unlimited.
      .orderBy(sql`case when ${limit} = 0 then 0 else 1 end`)
      .orderBy(limit, 'desc')
      .orderBy('subscriptions.id', 'desc')
      .limit(1)
  )
})

const selectPlan = prepareQuery((db, value: Value<{ id: number }>) =>
  db.selectFrom('plans').selectAll().where('id', '=', value('id')),
)

const selectTerms = prepareQuery((db, value: Value<{ id: number }>) =>
  db.selectFrom('plan_terms').selectAll().where('id', '=', value('id')),
)

/**
 * What a user may use now, by the database alone: of several subscriptions, the one with the highest limit; undefined
 * without an active one. `now` in milliseconds since 1970.
 */
export async function findEntitlement(
  db: Kysely<Database>,
  userId: number,
  now: number,
): Promise<Entitlement | undefined> {
  const [row] = await findBest(db, { userId, now: isoTime(now) })
  if (row === undefined) return undefined
  const [plan] = await selectPlan(db, { id: row.plan_id })
  if (plan === undefined) throw new Error('the plan of a subscription is missing')
  const [terms] = row.terms_id === null ? [] : await selectTerms(db, { id: row.terms_id })
  const sold = asSold(plan, terms)
  return { plan: sold, ...(isLong(row, sold.interval) ? intervalNow(row, sold.interval, now) : periodOf(row)) }
}

const periodOf = ({ start, end }: Period): Period => ({ start, end })

/** A grant, or a period that an admin has extended, may be longer than the interval of its plan. */
const isLong = ({ source, start, end }: Period & { source: string }, interval: Interval): boolean =>
  source === 'grant' || Date.parse(end) - Date.parse(start) > LONGEST_MS[interval]

/** The current interval of a long period: the limits apply to each interval of the plan. */
function intervalNow(whole: Period, interval: Interval, now: number): Period {
  const time = isoTime(now)
  const passed = now - Date.parse(whole.start)
  let n = Math.max(0, Math.floor(passed / LONGEST_MS[interval]))
  while (addInterval(whole.start, interval, n + 1) <= time) n += 1
  const next = addInterval(whole.start, interval, n + 1)
  return { start: addInterval(whole.start, interval, n), end: next < whole.end ? next : whole.end }
}

/** Whether a user may use what needs a subscription: admins always may. `now` in milliseconds since 1970. */
export async function isEntitled(
  db: Kysely<Database>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
  now: number,
): Promise<boolean> {
  return caller.isAdmin || (await findEntitlement(db, caller.id, now)) !== undefined
}

/** Throws `subscription_required`. */
export async function requireSubscription(
  dependencies: { db: Kysely<Database>; now: () => number },
  caller: Pick<Caller, 'id' | 'isAdmin'>,
): Promise<void> {
  if (!(await isEntitled(dependencies.db, caller, dependencies.now()))) throw appError('subscription_required')
}

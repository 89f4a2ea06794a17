import { type Kysely, type Selectable, sql } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database, PlansTable } from '../../db/schema.ts'
import { httpError } from '../../http/errors.ts'
import type { Caller } from '../../http/route.ts'
import { asSold } from '../plans/terms.ts'
import { activeStatuses } from './active-now.ts'

export interface Entitlement {
  /** As it was sold. */
  plan: Selectable<PlansTable>
  /** Of the subscription's period, ISO 8601. */
  start: string
  end: string
}

/**
 * What a person may use now, from the database and nowhere else: of several subscriptions, the one that allows most;
 * undefined without an active one. `now` in milliseconds since 1970.
 */
export async function findEntitlement(
  db: Kysely<Database>,
  userId: number,
  now: number,
): Promise<Entitlement | undefined> {
  const limit = sql<number>`coalesce(terms.tokens_limit, plans.tokens_limit)`
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .leftJoin('plan_terms as terms', 'terms.id', 'subscriptions.terms_id')
    .select(['subscriptions.plan_id', 'subscriptions.terms_id'])
    .select(['subscriptions.current_period_start as start', 'subscriptions.current_period_end as end'])
    .where('subscriptions.user_id', '=', userId)
    .where('subscriptions.status', 'in', activeStatuses)
    .where('subscriptions.current_period_end', '>', new Date(now).toISOString())
    .where('plans.product', '=', PRODUCT)
    // A limit of 0 means unlimited.
    .orderBy(sql`case when ${limit} = 0 then 0 else 1 end`)
    .orderBy(limit, 'desc')
    .orderBy('subscriptions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const plan = await db.selectFrom('plans').selectAll().where('id', '=', row.plan_id).executeTakeFirstOrThrow()
  const terms = db
    .selectFrom('plan_terms')
    .selectAll()
    .where('id', '=', row.terms_id ?? 0)
  const { start, end } = row
  return { plan: asSold(plan, await terms.executeTakeFirst()), start, end }
}

/** Whether somebody may do what needs a subscription: an admin always. `now` in milliseconds since 1970. */
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
  if (!(await isEntitled(dependencies.db, caller, dependencies.now()))) throw httpError('subscription_required')
}

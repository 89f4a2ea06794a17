import type { Insertable, Kysely, Selectable } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database, SubscriptionsTable } from '../../db/schema.ts'
import type { PlanRow } from '../plans/to-plan.ts'

export interface SubscriptionRow {
  subscription: Selectable<SubscriptionsTable>
  plan: PlanRow
}

/** A person's subscriptions to this product, newest first. */
export async function listSubscriptions(db: Kysely<Database>, userId: number): Promise<SubscriptionRow[]> {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const planIds = [...new Set(subscriptions.map((row) => row.plan_id))]
  if (planIds.length === 0) return []
  const plans = await db
    .selectFrom('plans')
    .selectAll()
    .where('id', 'in', planIds)
    .where('product', '=', PRODUCT)
    .execute()
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  return subscriptions.flatMap((subscription) => {
    const plan = byId.get(subscription.plan_id)
    return plan === undefined ? [] : [{ subscription, plan }]
  })
}

/** Undefined when this account has had its trial: the unique index decides, so that two clicks cannot both win. */
export async function insertTrial(
  db: Kysely<Database>,
  values: Insertable<SubscriptionsTable>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('subscriptions')
    .values({ ...values, is_trial: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function hasHadTrial(db: Kysely<Database>, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_trial', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

export function findCheckout(db: Kysely<Database>, userId: number, id: string) {
  return db
    .selectFrom('checkouts')
    .select(['subscription_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

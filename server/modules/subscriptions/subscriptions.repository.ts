import type { Insertable, Kysely, Selectable } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database, SubscriptionsTable } from '../../db/schema/schema.ts'
import type { CheckoutsTable } from '../../db/schema/schema-payments.ts'
import { asSold } from '../plans/plan-terms.repository.ts'
import type { PlanRow } from '../plans/plans.mappers.ts'
import { type CodeRow, findCodes } from './codes/promotion-codes.repository.ts'
import { subscriptionNotFound } from './subscriptions.errors.ts'

export interface SubscriptionRow {
  subscription: Selectable<SubscriptionsTable>
  /** With its sold terms. */
  plan: PlanRow
  /** The plan that replaces it when the period ends, with the terms of that change. */
  scheduled: PlanRow | null
  /** The promotion code whose discount it has. */
  code: CodeRow | undefined
}
export type CheckoutRow = Selectable<CheckoutsTable>

/** A user's subscriptions to this product, newest first. */
export async function listSubscriptions(db: Kysely<Database>, userId: number): Promise<SubscriptionRow[]> {
  const subscriptions = await newestFirst(db).where('user_id', '=', userId).execute()
  return withPlans(db, subscriptions)
}

/** A user's own subscription. Throws `not_found`. */
export async function findSubscription(db: Kysely<Database>, userId: number, id: number): Promise<SubscriptionRow> {
  const row = (await listSubscriptions(db, userId)).find(({ subscription }) => subscription.id === id)
  if (row === undefined) throw subscriptionNotFound()
  return row
}

/** The subscriptions of several users to this product, newest first. */
export async function listSubscriptionsOf(
  db: Kysely<Database>,
  userIds: readonly number[],
): Promise<SubscriptionRow[]> {
  const subscriptions = await newestFirst(db).where('user_id', 'in', userIds).execute()
  return withPlans(db, subscriptions)
}

const newestFirst = (db: Kysely<Database>) =>
  db.selectFrom('subscriptions').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')

/** Adds the plans to rows; subscriptions to other products are left out. */
export async function withPlans(
  db: Kysely<Database>,
  subscriptions: readonly Selectable<SubscriptionsTable>[],
): Promise<SubscriptionRow[]> {
  const termsIds = [
    ...new Set(subscriptions.flatMap((row) => [row.terms_id ?? [], row.scheduled_terms_id ?? []].flat())),
  ]
  const terms =
    termsIds.length === 0 ? [] : await db.selectFrom('plan_terms').selectAll().where('id', 'in', termsIds).execute()
  const planIds = [...new Set([...subscriptions, ...terms].map((row) => row.plan_id))]
  if (planIds.length === 0) return []
  const plans = await db
    .selectFrom('plans')
    .selectAll()
    .where('id', 'in', planIds)
    .where('product', '=', PRODUCT)
    .execute()
  const codeIds = [...new Set(subscriptions.flatMap(({ code_id }) => code_id ?? []))]
  const codes = new Map((await findCodes(db, codeIds)).map((code) => [code.id, code]))
  const byId = new Map(plans.map((plan) => [plan.id, plan]))
  const termsById = new Map(terms.map((sold) => [sold.id, sold]))
  return subscriptions.flatMap((subscription) => {
    const plan = byId.get(subscription.plan_id)
    if (plan === undefined) return []
    const next = termsById.get(subscription.scheduled_terms_id ?? 0)
    const nextPlan = byId.get(next?.plan_id ?? 0)
    const scheduled = next === undefined || nextPlan === undefined ? null : asSold(nextPlan, next)
    const sold = asSold(plan, termsById.get(subscription.terms_id ?? 0))
    return [{ subscription, plan: sold, scheduled, code: codes.get(subscription.code_id ?? 0) }]
  })
}

/** Undefined when this account has had its trial: the unique index decides between concurrent requests. */
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

/** Finds a checkout by its id or by the processor's session id. */
export function findCheckout(db: Kysely<Database>, userId: number, id: string): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('id', '=', id), eb('source_id', '=', id)]))
    .executeTakeFirst()
}

export function findOpenCheckout(db: Kysely<Database>, userId: number): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** Marks a checkout as failed, unless it has got another session since it was read. */
export async function failCheckout(
  db: Kysely<Database>,
  { id, source_id }: Pick<CheckoutRow, 'id' | 'source_id'>,
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('source_id', source_id === null ? 'is' : '=', source_id)
    .execute()
}

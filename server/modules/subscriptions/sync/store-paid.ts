import type { Kysely } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { PaidSubscription } from '../../../providers/payments/payments.ts'
import { isActiveNow } from '../active-now.ts'

export interface PaidContext {
  userId: number
  source: string
  /** ISO 8601. */
  time: string
}

interface PaidState {
  status: PaidSubscription['status']
  current_period_start: string
  current_period_end: string
  cancel_at_period_end: 0 | 1
}

/**
 * Stores the processor's state of a subscription, which keeps the terms under which it was sold. Returns false for a
 * subscription that this product did not sell.
 */
export async function storePaid(trx: Kysely<Database>, context: PaidContext, paid: PaidSubscription): Promise<boolean> {
  const { userId, source, time } = context
  const state: PaidState = {
    status: paid.status,
    current_period_start: paid.periodStart,
    current_period_end: paid.periodEnd,
    cancel_at_period_end: paid.cancelAtPeriodEnd ? 1 : 0,
  }
  const known = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('source', '=', source)
    .where('source_id', '=', paid.id)
    .executeTakeFirst()
  const id = known?.id ?? (await insertPaid(trx, context, paid, state))
  if (id === undefined) return false
  const isNew = known === undefined
  const hasChanged = isNew || Object.entries(state).some(([name, value]) => known[name as keyof PaidState] !== value)
  if (!isNew && hasChanged) {
    await trx
      .updateTable('subscriptions')
      .set({ ...state, updated_at: time })
      .where('id', '=', id)
      .execute()
  }
  const isOver = paid.wasPaid || paid.status === 'canceled'
  if (isOver && paid.metadata.checkout !== undefined) {
    await trx
      .updateTable('checkouts')
      .set(paid.wasPaid ? { status: 'complete', subscription_id: id } : { status: 'failed' })
      .where('id', '=', paid.metadata.checkout)
      .where('user_id', '=', userId)
      .where('subscription_id', 'is', null)
      .execute()
  }
  if (isActiveNow(state, time)) await endTrial(trx, context, paid.createdAt)
  return true
}

async function insertPaid(
  trx: Kysely<Database>,
  { userId, source, time }: PaidContext,
  paid: PaidSubscription,
  state: PaidState,
): Promise<number | undefined> {
  const termsId = Number(paid.metadata.terms)
  if (paid.metadata.product !== PRODUCT || !Number.isSafeInteger(termsId)) return undefined
  const terms = trx.selectFrom('plan_terms').select(['id', 'plan_id']).where('id', '=', termsId)
  const sold = await terms.executeTakeFirst()
  if (sold === undefined) return undefined
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan_id: sold.plan_id,
      terms_id: sold.id,
      is_trial: 0,
      source,
      source_id: paid.id,
      created_at: paid.createdAt,
      updated_at: time,
      ...state,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A paid subscription ends the trial at the time of its purchase, and a later trial now. */
async function endTrial(trx: Kysely<Database>, { userId, time }: PaidContext, bought: string): Promise<void> {
  const end = (at: string) =>
    trx
      .updateTable('subscriptions')
      .set({ status: 'canceled', current_period_end: at, updated_at: time })
      .where('user_id', '=', userId)
      .where('source', '=', 'trial')
      .where('status', '=', 'trialing')
      .where('current_period_end', '>', at)
  await end(bought).where('current_period_start', '<', bought).execute()
  await end(time).where('current_period_start', '>=', bought).execute()
}

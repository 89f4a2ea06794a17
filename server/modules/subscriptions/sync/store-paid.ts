import type { Kysely } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import type { PaidSubscription } from '../../../providers/payments/payments.ts'
import { isActiveNow } from '../active-now.ts'
import { countRedemption, findCodeOfCoupon } from '../codes/promotion-codes.repository.ts'
import { recordChanges } from '../mails/record-changes.ts'

export interface PaidContext {
  userId: number
  source: string
  /** ISO 8601. */
  time: string
  /** Since when each subscription has an unpaid invoice, ISO 8601. */
  unpaidSince: ReadonlyMap<string, string>
  graceDays: number
  /** Whether mails about money are sent. */
  sendsMails: boolean
}

interface PaidState {
  status: PaidSubscription['status']
  current_period_start: string
  current_period_end: string
  cancel_at_period_end: 0 | 1
  grace_until: string | null
  extended_until: string | null
  tax_behavior: PaidSubscription['tax']
  scheduled_terms_id: number | null
  scheduled_at: string | null
  code_id: number | null
  discount_until: string | null
}

/**
 * Stores the processor's state of a subscription, with the terms under which it was sold or to which it was changed.
 * Returns false for a subscription that this product did not sell.
 */
export async function storePaid(trx: Kysely<Database>, context: PaidContext, paid: PaidSubscription): Promise<boolean> {
  const { userId, source, time } = context
  const next = paid.scheduled === null ? undefined : await findTerms(trx, paid.scheduled.terms)
  const state: PaidState = {
    status: paid.status,
    current_period_start: paid.periodStart,
    current_period_end: paid.periodEnd,
    cancel_at_period_end: paid.cancelAtPeriodEnd ? 1 : 0,
    grace_until: graceOf(context, paid),
    extended_until: paid.extendedUntil,
    tax_behavior: paid.tax,
    scheduled_terms_id: next?.id ?? null,
    scheduled_at: next === undefined ? null : (paid.scheduled?.startsAt ?? null),
    code_id: paid.discount === null ? null : await findCodeOfCoupon(trx, { source, coupon: paid.discount.coupon }),
    discount_until: paid.discount?.endsAt ?? null,
  }
  const known = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('source', '=', source)
    .where('source_id', '=', paid.id)
    .executeTakeFirst()
  const isSame = known?.terms_id != null && String(known.terms_id) === paid.terms
  const terms = isSame ? undefined : await findTerms(trx, paid.terms)
  const sold = terms === undefined ? undefined : { plan_id: terms.plan_id, terms_id: terms.id }
  const id = known?.id ?? (await insertPaid(trx, context, paid, { ...state, ...sold }))
  if (id === undefined) return false
  const values = { ...state, ...sold }
  const hasChanged =
    known !== undefined && Object.entries(values).some(([name, value]) => known[name as keyof PaidState] !== value)
  if (hasChanged) {
    await trx
      .updateTable('subscriptions')
      .set({ ...values, updated_at: time })
      .where('id', '=', id)
      .execute()
  }
  const after = { ...values, terms_id: sold?.terms_id ?? known?.terms_id ?? null }
  await recordChanges(trx, context, { id, before: known, after, paid })
  const isOver = paid.wasPaid || paid.status === 'canceled'
  if (isOver && paid.metadata.checkout !== undefined) {
    const over = await trx
      .updateTable('checkouts')
      .set(paid.wasPaid ? { status: 'complete', subscription_id: id } : { status: 'failed' })
      .where('id', '=', paid.metadata.checkout)
      .where('user_id', '=', userId)
      .where('subscription_id', 'is', null)
      .returning('code_id')
      .executeTakeFirst()
    if (paid.wasPaid && over?.code_id != null) await countRedemption(trx, over.code_id)
  }
  if (isActiveNow(state, time)) await endTrial(trx, context, paid.createdAt)
  return true
}

/** The end of the grace period; null unless a payment failed. */
function graceOf(
  { unpaidSince, graceDays }: PaidContext,
  { id, status, periodStart }: PaidSubscription,
): string | null {
  if (status !== 'past_due') return null
  return isoTime(Date.parse(unpaidSince.get(id) ?? periodStart) + graceDays * DAY_MS)
}

async function findTerms(trx: Kysely<Database>, id: string | null) {
  if (id === null || !/^\d{1,15}$/.test(id)) return undefined
  const terms = trx.selectFrom('plan_terms').select(['id', 'plan_id']).where('id', '=', Number(id))
  return terms.executeTakeFirst()
}

async function insertPaid(
  trx: Kysely<Database>,
  { userId, source, time }: PaidContext,
  paid: PaidSubscription,
  { plan_id, terms_id, ...state }: PaidState & { plan_id?: number; terms_id?: number },
): Promise<number | undefined> {
  if (paid.metadata.product !== PRODUCT || plan_id === undefined || terms_id === undefined) return undefined
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan_id,
      terms_id,
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

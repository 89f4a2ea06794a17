import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { isForeignKeyViolation } from '../../../db/errors/foreign-key-violation.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { SubscriptionsTable } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import { freezeTerms, type TermsRow } from '../../plans/plan-terms.repository.ts'
import { findBuyablePlan } from '../../plans/plans.repository.ts'
import { isActiveNow, isPaidNow } from '../active-now.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { codeWhileSubscribed } from '../codes/promotion-codes.errors.ts'
import { lockCode, requireUsable } from '../codes/promotion-codes.repository.ts'
import { alreadySubscribed, paymentDueFirst, planUnavailable, resumeFirst } from '../subscriptions.errors.ts'
import { type CheckoutRow, findOpenCheckout, listSubscriptions } from '../subscriptions.repository.ts'

/** What is to be bought, with a promotion code or without. */
export interface Wanted {
  planId: number
  code: string | undefined
}

/** The next step of a purchase. A user has at most one open purchase. */
export type Step =
  | { kind: 'buy'; checkout: CheckoutRow; terms: TermsRow }
  /** A purchase with other terms, or from before a trial, is open. */
  | { kind: 'replace'; checkout: CheckoutRow }
  /** The processor may still charge for these subscriptions, though they give no access now. */
  | { kind: 'settle'; subscriptions: readonly Selectable<SubscriptionsTable>[] }
  /** The processor is asked whether the user really has the subscription that is in the way. */
  | { kind: 'verify' }
  /** The user has cancelled this plan and wants it after all. */
  | { kind: 'resume'; subscription: Selectable<SubscriptionsTable> }

/**
 * Decides under the user's lock, so that any number of clicks leads to one purchase. Throws `plan_unavailable`;
 * `conflict` for a user with an active subscription other than a trial or free plan, which for one of the processor
 * must be `verified` (just read from there); and at the field of the code why it cannot be used.
 */
export async function planPurchase(
  { db, now, payments }: BillingDeps,
  userId: number,
  { planId, code: text }: Wanted,
  verified: boolean,
): Promise<Step> {
  const time = isoTime(now())
  const decide = async (trx: BillingDeps['db']): Promise<Step> => {
    await lockUser(trx, userId)
    const plan = await findBuyablePlan(trx, planId)
    if (plan === undefined || plan.price === '0.00') throw planUnavailable()
    const rows = await listSubscriptions(trx, userId)
    const costing = rows.filter((row) => row.subscription.source !== 'trial' && row.plan.price !== '0.00')
    const [running] = costing.filter((row) => isPaidNow(row.subscription, time))
    if (running !== undefined) {
      const { subscription } = running
      if (subscription.source === payments.kind && !verified) return { kind: 'verify' }
      if (text !== undefined) throw codeWhileSubscribed()
      if (subscription.source !== payments.kind || subscription.cancel_at_period_end === 0) throw alreadySubscribed()
      if (subscription.plan_id !== planId) throw resumeFirst()
      return { kind: 'resume', subscription }
    }
    // A purchase would end it at once, though it still gives access.
    if (costing.some((row) => row.subscription.source === payments.kind && isActiveNow(row.subscription, time))) {
      if (!verified) return { kind: 'verify' }
      throw paymentDueFirst()
    }
    const standing = rows.map(({ subscription }) => subscription)
    const alive = standing.filter((row) => row.source === payments.kind && row.status !== 'canceled')
    if (alive.length > 0) return { kind: 'settle', subscriptions: alive }

    // The code stays locked until the purchase is stored, which counts as its use.
    const use = { userId, plan, now: now() }
    const code = text === undefined ? undefined : await requireUsable(trx, await lockCode(trx, text), use)
    const terms = await freezeTerms(trx, plan, time)
    const open = await findOpenCheckout(trx, userId)
    if (open !== undefined) {
      const isSame = open.terms_id === terms.id && open.source === payments.kind && open.code_id === (code?.id ?? null)
      // The session of a purchase from before the trial would charge at once, and the days left would be lost.
      const trial = standing.find((row) => row.source === 'trial' && isPaidNow(row, time))
      const isOlder = trial !== undefined && open.created_at < trial.updated_at
      return isSame && !isOlder ? { kind: 'buy', checkout: open, terms } : { kind: 'replace', checkout: open }
    }
    const checkout = await trx
      .insertInto('checkouts')
      .values({
        id: randomUUID(),
        user_id: userId,
        plan_id: plan.id,
        terms_id: terms.id,
        code_id: code?.id ?? null,
        status: 'open',
        source: payments.kind,
        created_at: time,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { kind: 'buy', checkout, terms }
  }
  return db
    .transaction()
    .execute(decide)
    .catch((error: unknown) => {
      // The user or plan was deleted concurrently.
      throw isForeignKeyViolation(error) ? planUnavailable() : error
    })
}

import { isoTime } from '../../../lib/time.ts'
import { minorUnitsOf } from '../../../providers/payments/price-parts.ts'
import { freezeTerms, type TermsRow } from '../../plans/plan-terms.repository.ts'
import { findBuyablePlan } from '../../plans/plans.repository.ts'
import { isPaidNow } from '../active-now.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { findCode, keepsDiscount } from '../codes/promotion-codes.repository.ts'
import {
  changeScheduled,
  otherCurrency,
  paymentDueFirst,
  planIsSame,
  planNotChangeable,
  planUnavailable,
  resumeFirst,
} from '../subscriptions.errors.ts'
import { findSubscription, type SubscriptionRow } from '../subscriptions.repository.ts'

/** A change that is possible: at once, or when the current period ends. */
export interface DecidedChange {
  row: SubscriptionRow['subscription']
  /** The processor's id of the subscription. */
  sourceId: string
  terms: TermsRow
  when: 'now' | 'period_end'
  /** Whether the discount of the subscription is not for that plan, or leaves less of its price than can be charged. */
  dropsDiscount: boolean
}

/**
 * Decides whether a user's subscription may be changed to a plan, and when: at once in a trial or to a plan whose
 * period costs as much or more, else when the period that is paid ends. So a change never leaves a credit. Throws
 * `not_found`, `plan_unavailable`, or `conflict` with the reason.
 */
export async function decideChange(
  { db, now, payments }: BillingDeps,
  userId: number,
  { subscriptionId, planId }: { subscriptionId: number; planId: number },
): Promise<DecidedChange> {
  const { subscription: row, plan: current } = await findSubscription(db, userId, subscriptionId)
  const time = isoTime(now())
  if (row.source !== payments.kind || row.source_id === null || row.status === 'canceled') throw planNotChangeable()
  if (!isPaidNow(row, time)) throw paymentDueFirst()
  if (row.cancel_at_period_end === 1) throw resumeFirst()
  const plan = await findBuyablePlan(db, planId)
  if (plan === undefined || plan.price === '0.00') throw planUnavailable()
  const terms = await freezeTerms(db, plan, time)
  if (terms.id === row.terms_id) throw planIsSame()
  if (terms.currency !== current.currency) throw otherCurrency()
  const isUp = minorUnitsOf(terms.price) >= minorUnitsOf(current.price)
  const when = isUp || row.status === 'trialing' ? 'now' : 'period_end'
  // An immediate change would drop the scheduled one; a later one replaces it.
  if (when === 'now' && row.scheduled_terms_id !== null) throw changeScheduled()
  const code = row.code_id === null ? undefined : await findCode(db, { id: row.code_id })
  const dropsDiscount = code !== undefined && !keepsDiscount(code, { id: plan.id, price: terms.price })
  return { row, sourceId: row.source_id, terms, when, dropsDiscount }
}

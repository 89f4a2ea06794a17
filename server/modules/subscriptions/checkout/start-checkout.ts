import type { Caller } from '../../../http/api/route.ts'
import { findBuyablePlan } from '../../plans/plans.repository.ts'
import type { BillingNeeds } from '../billing.deps.ts'
import { planUnavailable } from '../subscriptions.errors.ts'
import { startPurchase } from './start-purchase.ts'
import { startTrial } from './start-trial.ts'

export interface StartedCheckout {
  session_id: string
  checkout_url: string
}

/** Starts a purchase. A free plan starts at once as a trial, for one interval and once for each account. */
export async function startCheckout(needs: BillingNeeds, caller: Caller, planId: number): Promise<StartedCheckout> {
  const plan = await findBuyablePlan(needs.db, planId)
  if (plan === undefined) throw planUnavailable()
  return plan.price === '0.00' ? startTrial(needs, caller.id, plan) : startPurchase(needs, caller.id, planId)
}

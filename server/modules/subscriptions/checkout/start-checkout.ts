import type { Caller } from '../../../lib/caller.ts'
import { findBuyablePlan } from '../../plans/plans.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { planUnavailable } from '../subscriptions.errors.ts'
import type { StartedCheckout } from './checkout-urls.ts'
import { startPurchase } from './start-purchase.ts'
import { startTrial } from './start-trial.ts'

/** Starts a purchase. A free plan starts at once as a trial of one interval, once for each account. */
export async function startCheckout(deps: BillingDeps, caller: Caller, planId: number): Promise<StartedCheckout> {
  const plan = await findBuyablePlan(deps.db, planId)
  if (plan === undefined) throw planUnavailable()
  return plan.price === '0.00' ? startTrial(deps, caller.id, plan) : startPurchase(deps, caller.id, planId)
}

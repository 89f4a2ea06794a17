import type { BodyOf } from '#contract/endpoint.ts'
import type { checkout as call } from '#contract/endpoints/subscriptions.ts'
import type { Caller } from '../../../lib/caller.ts'
import { findBuyablePlan } from '../../plans/plans.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { codeOfOtherPlan, codeUnknown } from '../codes/promotion-codes.errors.ts'
import { findCode } from '../codes/promotion-codes.repository.ts'
import { planUnavailable } from '../subscriptions.errors.ts'
import type { StartedCheckout } from './checkout-urls.ts'
import { redeemGift } from './redeem-gift.ts'
import { startPurchase } from './start-purchase.ts'
import { startTrial } from './start-trial.ts'

/**
 * Starts a purchase. A free plan starts at once as a trial of one interval, once for each account. A gift starts at
 * once too. A code that cannot be used is an error of its field, and nothing is started.
 */
export async function startCheckout(
  deps: BillingDeps,
  caller: Pick<Caller, 'id'>,
  { plan_id: planId, code }: BodyOf<typeof call>,
): Promise<StartedCheckout> {
  const plan = await findBuyablePlan(deps.db, planId)
  if (plan === undefined) throw planUnavailable()
  if (code !== undefined) {
    const known = await findCode(deps.db, { code })
    if (known === undefined) throw codeUnknown()
    if (plan.price === '0.00') throw codeOfOtherPlan()
    if (known.kind === 'gift') return redeemGift(deps, { userId: caller.id, planId, code })
  }
  return plan.price === '0.00' ? startTrial(deps, caller.id, plan) : startPurchase(deps, caller.id, { planId, code })
}

import * as v from 'valibot'
import type { BodyOf } from '#contract/endpoint.ts'
import type { checkPromotionCode as call } from '#contract/endpoints/subscriptions.ts'
import { Currency } from '#contract/objects/plan.ts'
import type { CodeOffer } from '#contract/objects/promotion-code.ts'
import { decimalOf, minorUnitsOf, reduced } from '../../../../providers/payments/price-parts.ts'
import { findBuyablePlan } from '../../../plans/plans.repository.ts'
import type { BillingDeps } from '../../billing.deps.ts'
import { giftEnd } from '../../checkout/gift-end.ts'
import { planUnavailable } from '../../subscriptions.errors.ts'
import { findCode, requireUsable } from '../promotion-codes.repository.ts'

/**
 * What a user pays for a plan with a code; nothing is changed. Throws `plan_unavailable`, or the reason why the code
 * cannot be used, at its field.
 */
export async function checkCode(deps: BillingDeps, userId: number, body: BodyOf<typeof call>): Promise<CodeOffer> {
  const { db, now } = deps
  const plan = await findBuyablePlan(db, body.plan_id)
  if (plan === undefined) throw planUnavailable()
  const row = await requireUsable(db, await findCode(db, { code: body.code }), { userId, plan, now: now() })
  const { code, kind, duration, duration_months } = row
  const isGift = kind === 'gift'
  const ends = await giftEnd(deps, { userId, plan, months: isGift ? (duration_months ?? 0) : 0 })
  return {
    code,
    kind,
    plan_id: plan.id,
    currency: v.parse(Currency, plan.currency),
    price: plan.price,
    reduced_price: isGift ? '0.00' : decimalOf(reduced(minorUnitsOf(plan.price), row)),
    duration,
    duration_months,
    ends_at: isGift ? ends.until : null,
  }
}

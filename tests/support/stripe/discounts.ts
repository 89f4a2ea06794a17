import type { Stripe } from 'stripe'
import { addInterval } from '#server/lib/add-interval.ts'
import { newDiscount } from './objects/new-coupon.ts'
import type { StripeSubscription } from './objects/stripe-objects.ts'
import { find, newId, type StripeState } from './state.ts'

const couponOf = (state: StripeState, { source }: Stripe.Discount): Stripe.Coupon => find(state.coupons, source.coupon)

/** What a coupon takes off an amount in minor units. */
export const discountAmountOfCoupon = ({ percent_off, amount_off }: Stripe.Coupon, amount: number): number =>
  Math.min(amount, percent_off === null ? (amount_off ?? 0) : Math.round((amount * percent_off) / 100))

/** Redeems a promotion code for a new subscription. */
export function redeem(
  state: StripeState,
  subscription: StripeSubscription,
  { code: id, session }: { code: string; session: string },
): void {
  const code = find(state.promotionCodes, id)
  const coupon = find(state.coupons, code.promotion.coupon)
  const { created: start, customer } = subscription
  const last = addInterval(new Date(start * 1000).toISOString(), 'month', coupon.duration_in_months ?? 0)
  const end = coupon.duration === 'repeating' ? Date.parse(last) / 1000 : null
  const made = { id: newId('di'), customer, subscription: subscription.id, session, code, start, end }
  const discount = newDiscount(made)
  state.discounts.set(discount.id, discount)
  subscription.discounts = [discount.id]
  code.times_redeemed += 1
  coupon.times_redeemed += 1
}

/** What the discounts of a subscription take off an amount at a time, in seconds. */
export function discountAmountAt(
  state: StripeState,
  { discounts }: StripeSubscription,
  amount: number,
  time: number,
): number {
  const valid = discounts.map((id) => find(state.discounts, id)).filter(({ end }) => end === null || time < end)
  return valid.reduce((sum, discount) => sum + discountAmountOfCoupon(couponOf(state, discount), amount - sum), 0)
}

/** What was taken off an amount for the period that began at a time, by discounts that may be over. */
export function discountAmountOfPeriod(
  state: StripeState,
  { id }: StripeSubscription,
  amount: number,
  start: number,
): number {
  const given = [...state.discounts.values()].find(
    ({ subscription, end }) => subscription === id && (end === null || start < end),
  )
  return given === undefined ? 0 : discountAmountOfCoupon(couponOf(state, given), amount)
}

/** A discount of the first payment alone is over with it; those whose time has passed leave their subscription too. */
export function consumeDiscounts(state: StripeState, subscription: StripeSubscription, time: number): void {
  for (const id of subscription.discounts) {
    const discount = find(state.discounts, id)
    if (couponOf(state, discount).duration === 'once') discount.end = time + 1
  }
  subscription.discounts = subscription.discounts.filter((id) => {
    const { end } = find(state.discounts, id)
    return end === null || end > time + 1
  })
}

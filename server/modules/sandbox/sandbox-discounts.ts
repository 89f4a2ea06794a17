import * as v from 'valibot'
import { codeDurations } from '#contract/objects/promotion-code.ts'
import { addInterval } from '../../lib/add-interval.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import { minorUnitsOf, reduced } from '../../providers/payments/price-parts.ts'
import { intervalOf, priceOf, type SandboxRow } from './sandbox.repository.ts'

// The sandbox stores no coupons: the id of one is what it takes off, as JSON. Whether a code may be used is decided by
// the row of the code.
const Coupon = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    code: v.string(),
    percent_off: v.nullable(v.number()),
    amount_off: v.nullable(v.number()),
    duration: v.picklist(codeDurations),
    months: v.nullable(v.number()),
  }),
)

export const sandboxCoupons: Pick<Payments, 'createCoupon' | 'endCoupon'> = {
  createCoupon: async ({ code, percentOff, amountOff, duration, months }) =>
    JSON.stringify({ code, percent_off: percentOff, amount_off: amountOff, duration, months }),
  endCoupon: async () => undefined,
}

type Discounted = Pick<SandboxRow, 'price' | 'discount' | 'discount_until'>

/** Until when the discount of a new subscription applies; null: without an end. Both times are ISO 8601. */
export function discountUntil(
  discount: string | null,
  { price, at, firstPeriod }: { price: string; at: string; firstPeriod: string },
): string | null {
  if (discount === null) return null
  const { duration, months } = v.parse(Coupon, discount)
  if (duration === 'forever') return null
  // The first payment, which is due when the first period begins; or some months, counted from the purchase as at
  // Stripe.
  return duration === 'once' ? addInterval(firstPeriod, intervalOf(price)) : addInterval(at, 'month', months ?? 0)
}

/** The price in minor units of a period that begins at a time (ISO 8601). */
export function priceAt({ price, discount, discount_until }: Discounted, at: string): number {
  const full = minorUnitsOf(priceOf(price).price)
  const applies = discount !== null && (discount_until === null || at < discount_until)
  return applies ? reduced(full, v.parse(Coupon, discount)) : full
}

/** The same for a change of plan, where a discount of the first payment alone is not given again. */
export function priceOfChange(row: Discounted, at: string): number {
  const isOnce = row.discount !== null && v.parse(Coupon, row.discount).duration === 'once'
  return priceAt(isOnce ? { ...row, discount: null } : row, at)
}

/** The discount of the payments that are still to come. */
export function discountToCome(row: SandboxRow): { coupon: string; endsAt: string | null } | null {
  if (row.discount === null) return null
  if (v.parse(Coupon, row.discount).duration !== 'once') return { coupon: row.discount, endsAt: row.discount_until }
  return row.status === 'trialing' && row.periods === 0 ? { coupon: row.discount, endsAt: null } : null
}

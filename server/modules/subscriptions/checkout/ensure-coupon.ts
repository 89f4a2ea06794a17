import * as v from 'valibot'
import { Currency } from '#contract/objects/plan.ts'
import { isoTime } from '../../../lib/time.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { type CodeRow, findCouponId } from '../codes/promotion-codes.repository.ts'

/** The processor's coupon of a code; it is made again in place of a `rejected` one that the processor no longer has. */
export async function ensureCoupon(
  { db, payments, now }: BillingDeps,
  row: CodeRow,
  rejected?: string,
): Promise<string> {
  const known = await findCouponId(db, row.id, payments.kind)
  if (known !== undefined && known !== rejected) return known
  const { id, code, percent_off, amount_off, currency, duration, redemptions_max, redeemed } = row
  const made = await payments.createCoupon({
    code,
    percentOff: percent_off,
    amountOff: amount_off,
    currency: currency === null ? null : v.parse(Currency, currency),
    duration,
    months: row.duration_months,
    redemptionsMax: redemptions_max === null ? null : redemptions_max - redeemed,
    expiresAt: row.expires_at,
    ...(known !== undefined && { instead: known }),
  })
  await db
    .insertInto('payment_coupons')
    .values({ code_id: id, source: payments.kind, coupon_id: made, created_at: isoTime(now()) })
    .onConflict((first) =>
      first
        .columns(['code_id', 'source'])
        .doUpdateSet({ coupon_id: made })
        .where('payment_coupons.coupon_id', '=', known ?? ''),
    )
    .execute()
  return (await findCouponId(db, id, payments.kind)) ?? made
}

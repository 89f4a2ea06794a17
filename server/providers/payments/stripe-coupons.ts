import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type CouponTerms, type Payments, PaymentsRefused } from './payments.ts'
import { orMissing, type StripeClient } from './stripe-client.ts'
import { Named } from './stripe-shapes.ts'

const Known = v.array(v.object({ ...Named.entries, metadata: v.fallback(v.record(v.string(), v.string()), {}) }))

/** A code is a coupon, which says what is taken off, and a promotion code, which limits its uses and their time. */
export function stripeCoupons(
  { request, once }: StripeClient,
  installation: string,
): Pick<Payments, 'createCoupon' | 'endCoupon'> {
  const end = async (id: string) => {
    await orMissing(request((stripe) => stripe.promotionCodes.update(id, { active: false })))
  }
  return {
    async createCoupon(terms) {
      const { code, percentOff, amountOff, currency, duration, months, redemptionsMax, expiresAt } = terms
      const terms_hash = hashOf(terms)
      const metadata = { installation, terms: terms_hash }
      // Stripe has each code once among those that are active, and forgets idempotency keys after a day.
      const found = await request((stripe) => stripe.promotionCodes.list({ code, active: true, limit: 1 }))
      const [known] = v.parse(Known, found.data)
      if (known !== undefined && known.metadata.installation !== installation) {
        throw new PaymentsRefused('resource_already_exists', { param: 'code' })
      }
      if (known?.metadata.terms === terms_hash) return known.id
      // An earlier attempt made it with other terms.
      if (known !== undefined) await end(known.id)
      const off =
        percentOff === null
          ? { amount_off: amountOff ?? 0, currency: currency?.toLowerCase() ?? '' }
          : { percent_off: percentOff }
      const coupon = await request((stripe) =>
        stripe.coupons.create(
          { ...off, duration, ...(months !== null && { duration_in_months: months }), name: code, metadata },
          once('coupon', terms_hash),
        ),
      )
      const made = await request((stripe) =>
        stripe.promotionCodes.create(
          {
            promotion: { type: 'coupon', coupon: v.parse(Named, coupon).id },
            code,
            ...(redemptionsMax !== null && { max_redemptions: redemptionsMax }),
            ...(expiresAt !== null && { expires_at: Math.floor(Date.parse(expiresAt) / 1000) }),
            metadata,
          },
          once('promotion code', terms_hash),
        ),
      )
      return v.parse(Named, made).id
    },
    endCoupon: end,
  }
}

const hashOf = (terms: CouponTerms): string => createHash('sha256').update(JSON.stringify(terms)).digest('hex')

import { discountAmountOfCoupon } from './discounts.ts'
import { type Form, list, metadataOf, part, text } from './form.ts'
import { newCoupon, newPromotionCode } from './objects/new-coupon.ts'
import { listOf } from './objects/new-invoice.ts'
import type { StripePrice } from './objects/stripe-objects.ts'
import { find, newId, type Routes, type StripeModel, type StripeProblem, seconds } from './state.ts'

const refuse = (code: string, param: string): never => {
  throw { status: 400, code, param } satisfies StripeProblem
}
const numberOf = (value: unknown): number | null => (value === undefined ? null : Number(value))

/** The calls about coupons and promotion codes. */
export function couponRoutes(model: StripeModel): Routes {
  const now = () => seconds(model.now())
  return {
    'POST coupons': (_, form) => {
      const [percent_off, amount_off] = [numberOf(form.percent_off), numberOf(form.amount_off)]
      if ((percent_off === null) === (amount_off === null)) refuse('parameter_invalid', 'percent_off')
      if (percent_off !== null && !(percent_off > 0 && percent_off <= 100)) refuse('parameter_invalid', 'percent_off')
      if (amount_off !== null && !(amount_off > 0)) refuse('parameter_invalid_integer', 'amount_off')
      if (amount_off !== null && form.currency === undefined) refuse('parameter_missing', 'currency')
      const months = numberOf(form.duration_in_months)
      if ((form.duration === 'repeating') !== (months !== null)) refuse('parameter_invalid', 'duration_in_months')
      if (text(form, 'name').length > 40) refuse('parameter_invalid', 'name')
      const currency = amount_off === null ? null : text(form, 'currency')
      const terms = { percent_off, amount_off, currency, duration: text(form, 'duration'), months }
      const made = { id: newId('coupon'), created: now(), name: text(form, 'name') || null, metadata: metadataOf(form) }
      const coupon = newCoupon({ ...made, ...terms })
      model.coupons.set(coupon.id, coupon)
      return coupon
    },
    'GET promotion_codes': (_, form) => {
      const all = [...model.promotionCodes.values()].filter(
        ({ code, active }) =>
          (form.code === undefined || code.toUpperCase() === text(form, 'code').toUpperCase()) &&
          (form.active === undefined || String(active) === form.active),
      )
      return listOf('/v1/promotion_codes', all.reverse().slice(0, Number(form.limit ?? 10)))
    },
    'POST promotion_codes': (_, form) => {
      const { type, coupon } = part(form, 'promotion')
      if (type !== 'coupon') refuse('parameter_invalid', 'promotion[type]')
      const code = text(form, 'code')
      if (!/^[A-Za-z0-9-]{1,500}$/.test(code)) refuse('parameter_invalid', 'code')
      const isTaken = [...model.promotionCodes.values()].some(
        (one) => one.active && one.code.toUpperCase() === code.toUpperCase(),
      )
      if (isTaken) refuse('resource_already_exists', 'code')
      const expiresAt = numberOf(form.expires_at)
      if (expiresAt !== null && expiresAt <= now()) refuse('parameter_invalid', 'expires_at')
      const made = newPromotionCode({
        id: newId('promo'),
        created: now(),
        code,
        coupon: find(model.coupons, coupon, 'promotion[coupon]').id,
        expiresAt,
        redemptionsMax: numberOf(form.max_redemptions),
        metadata: metadataOf(form),
      })
      model.promotionCodes.set(made.id, made)
      return made
    },
    'POST promotion_codes/:id': (id, form) => {
      const code = find(model.promotionCodes, id)
      if (form.active !== undefined) code.active = form.active === 'true'
      return code
    },
  }
}

/** What a promotion code takes off an amount. */
export const discountAmountOfCode = (model: StripeModel, id: string, amount: number): number =>
  discountAmountOfCoupon(find(model.coupons, find(model.promotionCodes, id).promotion.coupon), amount)

/** The promotion code that a checkout names, if it can be used for a price; undefined without one. */
export function codeOfCheckout(model: StripeModel, form: Form, price: StripePrice): string | undefined {
  const [named, second] = list(form, 'discounts')
  if (named === undefined) return undefined
  if (second !== undefined) refuse('parameter_invalid', 'discounts')
  const param = 'discounts[0][promotion_code]'
  const code = find(model.promotionCodes, named.promotion_code, param)
  const coupon = find(model.coupons, code.promotion.coupon, param)
  const isOver = code.expires_at !== null && code.expires_at <= seconds(model.now())
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions
  if (!code.active || isOver || isUsedUp) refuse('coupon_expired', param)
  if (coupon.currency !== null && coupon.currency !== price.currency) refuse('parameter_invalid', param)
  return code.id
}

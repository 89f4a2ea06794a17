import type { Stripe } from 'stripe'

interface NewCoupon extends Pick<Stripe.Coupon, 'id' | 'created' | 'amount_off' | 'currency' | 'percent_off'> {
  duration: Stripe.Coupon['duration']
  months: number | null
  name: string | null
  metadata: Record<string, string>
}

export const newCoupon = ({ months, ...made }: NewCoupon): Stripe.Coupon => ({
  ...made,
  object: 'coupon',
  duration_in_months: months,
  livemode: false,
  max_redemptions: null,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
})

interface NewPromotionCode extends Pick<Stripe.PromotionCode, 'id' | 'created' | 'code'> {
  coupon: string
  expiresAt: number | null
  redemptionsMax: number | null
  metadata: Record<string, string>
}

export const newPromotionCode = (made: NewPromotionCode): Stripe.PromotionCode => ({
  id: made.id,
  object: 'promotion_code',
  active: true,
  code: made.code,
  created: made.created,
  customer: null,
  customer_account: null,
  expires_at: made.expiresAt,
  livemode: false,
  max_redemptions: made.redemptionsMax,
  metadata: made.metadata,
  promotion: { coupon: made.coupon, type: 'coupon' },
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  times_redeemed: 0,
})

interface NewDiscount {
  id: string
  customer: string
  subscription: string
  session: string
  code: Stripe.PromotionCode
  start: number
  end: number | null
}

export const newDiscount = ({ code, session, ...made }: NewDiscount): Stripe.Discount => ({
  ...made,
  object: 'discount',
  checkout_session: session,
  customer_account: null,
  invoice: null,
  invoice_item: null,
  promotion_code: code.id,
  source: { coupon: String(code.promotion.coupon), type: 'coupon' },
  subscription_item: null,
})

import type { Stripe } from 'stripe'
import type { StripeCustomer, StripePrice } from './stripe-objects.ts'

interface NewPrice {
  id: string
  product: string
  created: number
  amount: number
  currency: string
  interval: Stripe.Price.Recurring['interval']
  intervalCount: number
  metadata: Record<string, string>
  taxBehavior: Stripe.Price.TaxBehavior
}

export const newPrice = ({
  id,
  product,
  created,
  amount,
  currency,
  metadata,
  taxBehavior,
  ...every
}: NewPrice): StripePrice => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created,
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata,
  nickname: null,
  product,
  recurring: {
    interval: every.interval,
    interval_count: every.intervalCount,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: taxBehavior,
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: amount,
  unit_amount_decimal: String(amount),
})

interface NewCustomer {
  id: string
  created: number
  email: string
  name: string
  metadata: Record<string, string>
}

export const newCustomer = ({ id, created, email, name, metadata }: NewCustomer): StripeCustomer => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email,
  invoice_prefix: id.slice(-8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata,
  name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

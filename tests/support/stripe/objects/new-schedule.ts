import type { Stripe } from 'stripe'
import type { StripePrice, StripeSchedule, StripeSubscription } from './stripe-objects.ts'

/** The schedule of a subscription, whose only phase is the current period. */
export function newSchedule(id: string, created: number, subscription: StripeSubscription): StripeSchedule {
  const [item] = subscription.items.data
  const now = { start_date: item.current_period_start, end_date: item.current_period_end }
  return {
    id,
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: {}, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created,
    current_phase: now,
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [newPhase({ ...now, price: item.price, metadata: {}, isTaxed: null, discounts: subscription.discounts })],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  }
}

interface NewPhase {
  start_date: number
  end_date: number
  price: StripePrice
  metadata: Record<string, string>
  /** Null leaves it as it is. */
  isTaxed: boolean | null
  /** Ids of discounts. */
  discounts: readonly string[]
}

export const newPhase = ({
  start_date,
  end_date,
  price,
  metadata,
  isTaxed,
  discounts,
}: NewPhase): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  ...(isTaxed === null ? {} : { automatic_tax: { disabled_reason: null, enabled: isTaxed, liability: null } }),
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: price.currency,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
  end_date,
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price.id,
      price: price.id,
      quantity: 1,
      tax_rates: [],
    },
  ],
  metadata,
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date,
  transfer_data: null,
  trial_end: null,
})

import type { StripePrice, StripeSubscription } from './stripe-objects.ts'

interface NewSubscription {
  id: string
  itemId: string
  customer: string
  created: number
  price: StripePrice
  metadata: Record<string, string>
  period: { start: number; end: number }
  /** The period is a trial. */
  isTrial: boolean
  isTaxed: boolean
}

export function newSubscription(made: NewSubscription): StripeSubscription {
  const { id, itemId, customer, created, price, metadata, period, isTrial, isTaxed } = made
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    ...taxedAs(isTaxed),
    billing_cycle_anchor: isTrial ? period.end : period.start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: {}, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [
        {
          id: itemId,
          object: 'subscription_item',
          billing_thresholds: null,
          created,
          current_period_end: period.end,
          current_period_start: period.start,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(price),
          price,
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: isTrial ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: isTrial ? period.end : null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: isTrial ? period.start : null,
  }
}

/** The tax setting of a subscription. */
export const taxedAs = (enabled: boolean): Pick<StripeSubscription, 'automatic_tax'> => ({
  automatic_tax: { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null },
})

/** The former form of a price. */
export const planOf = (price: StripePrice): StripeSubscription['items']['data'][0]['plan'] => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring.interval,
  interval_count: price.recurring.interval_count,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: null,
  product: String(price.product),
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

import type { Stripe } from 'stripe'
import type { Form } from './form.ts'
import type { StripeProblem } from './state.ts'

type Inner<T> = T extends string
  ? never
  : T extends readonly (infer Item)[]
    ? Inner<Item>
    : T extends object
      ? T
      : never
/** Names of parameters that Stripe's library knows; `free` takes any names, as metadata does. */
type Names<T> = {
  readonly [K in keyof T]?: [Inner<NonNullable<T[K]>>] extends [never]
    ? 'value'
    : Names<Inner<NonNullable<T[K]>>> | 'free'
}
interface Tree {
  readonly [name: string]: Tree | 'value' | 'free' | undefined
}

const page = { limit: 'value', starting_after: 'value' } as const
const paged = { customer: 'value', ...page, expand: 'value' } as const
const phase = {
  items: { price: 'value', quantity: 'value' },
  start_date: 'value',
  end_date: 'value',
  duration: { interval: 'value', interval_count: 'value' },
  metadata: 'free',
  discounts: { discount: 'value' },
  proration_behavior: 'value',
  automatic_tax: { enabled: 'value' },
} as const satisfies Names<Stripe.SubscriptionScheduleUpdateParams.Phase>
const customer = { email: 'value', name: 'value', metadata: 'free' } as const

/** The parameters of each call that this Stripe has; a name that Stripe's library does not know does not compile. */
const parameters: Record<string, Tree> = {
  'POST customers': { ...customer, test_clock: 'value' } satisfies Names<Stripe.CustomerCreateParams>,
  'POST customers/:id': {
    ...customer,
    invoice_settings: { default_payment_method: 'value' },
  } satisfies Names<Stripe.CustomerUpdateParams>,
  'DELETE customers/:id': {},
  'GET account': {},
  'POST prices': {
    currency: 'value',
    unit_amount: 'value',
    recurring: { interval: 'value', interval_count: 'value' },
    tax_behavior: 'value',
    product_data: { name: 'value' },
    metadata: 'free',
  } satisfies Names<Stripe.PriceCreateParams>,
  'POST checkout/sessions': {
    mode: 'value',
    customer: 'value',
    client_reference_id: 'value',
    line_items: { price: 'value', quantity: 'value' },
    discounts: { promotion_code: 'value' },
    metadata: 'free',
    subscription_data: { metadata: 'free', trial_end: 'value', trial_period_days: 'value' },
    automatic_tax: { enabled: 'value' },
    billing_address_collection: 'value',
    tax_id_collection: { enabled: 'value' },
    customer_update: { address: 'value', name: 'value' },
    success_url: 'value',
    cancel_url: 'value',
  } satisfies Names<Stripe.Checkout.SessionCreateParams>,
  'POST coupons': {
    percent_off: 'value',
    amount_off: 'value',
    currency: 'value',
    duration: 'value',
    duration_in_months: 'value',
    name: 'value',
    metadata: 'free',
  } satisfies Names<Stripe.CouponCreateParams>,
  'GET promotion_codes': {
    code: 'value',
    active: 'value',
    limit: 'value',
  } satisfies Names<Stripe.PromotionCodeListParams>,
  'POST promotion_codes': {
    promotion: { type: 'value', coupon: 'value' },
    code: 'value',
    max_redemptions: 'value',
    expires_at: 'value',
    metadata: 'free',
  } satisfies Names<Stripe.PromotionCodeCreateParams>,
  'POST promotion_codes/:id': { active: 'value' } satisfies Names<Stripe.PromotionCodeUpdateParams>,
  'GET checkout/sessions/:id': {},
  'POST checkout/sessions/:id/expire': {},
  'GET subscriptions': { ...paged, status: 'value' } satisfies Names<Stripe.SubscriptionListParams>,
  'POST subscriptions': {
    customer: 'value',
    items: { price: 'value' },
    metadata: 'free',
  } satisfies Names<Stripe.SubscriptionCreateParams>,
  'GET subscriptions/:id': {},
  'POST subscriptions/:id': {
    cancel_at_period_end: 'value',
    cancel_at: 'value',
    items: { id: 'value', price: 'value' },
    metadata: 'free',
    payment_behavior: 'value',
    proration_behavior: 'value',
    proration_date: 'value',
    discounts: {},
    trial_end: 'value',
    automatic_tax: { enabled: 'value' },
  } satisfies Names<Stripe.SubscriptionUpdateParams>,
  'DELETE subscriptions/:id': {},
  'GET invoices/:id': { expand: 'value' } satisfies Names<Stripe.InvoiceRetrieveParams>,
  'POST invoices/:id/pay': {},
  'POST payment_methods/:id/attach': { customer: 'value' } satisfies Names<Stripe.PaymentMethodAttachParams>,
  'POST test_helpers/test_clocks': {
    frozen_time: 'value',
    name: 'value',
  } satisfies Names<Stripe.TestHelpers.TestClockCreateParams>,
  'GET test_helpers/test_clocks/:id': {},
  'POST test_helpers/test_clocks/:id/advance': {
    frozen_time: 'value',
  } satisfies Names<Stripe.TestHelpers.TestClockAdvanceParams>,
  'DELETE test_helpers/test_clocks/:id': {},
  'GET refunds': { payment_intent: 'value', ...page } satisfies Names<Stripe.RefundListParams>,
  'GET refunds/:id': {},
  'POST refunds': {
    payment_intent: 'value',
    amount: 'value',
    reason: 'value',
    metadata: 'free',
  } satisfies Names<Stripe.RefundCreateParams>,
  'GET invoices': paged satisfies Names<Stripe.InvoiceListParams>,
  'POST invoices/create_preview': {
    customer: 'value',
    subscription: 'value',
    subscription_details: {
      items: { id: 'value', price: 'value' },
      proration_behavior: 'value',
      proration_date: 'value',
    },
    discounts: {},
    automatic_tax: { enabled: 'value' },
  } satisfies Names<Stripe.InvoiceCreatePreviewParams>,
  'GET charges': paged satisfies Names<Stripe.ChargeListParams>,
  'POST subscription_schedules': {
    from_subscription: 'value',
  } satisfies Names<Stripe.SubscriptionScheduleCreateParams>,
  'GET subscription_schedules/:id': {},
  'POST subscription_schedules/:id': {
    phases: phase,
    end_behavior: 'value',
    proration_behavior: 'value',
  } satisfies Names<Stripe.SubscriptionScheduleUpdateParams>,
  'POST subscription_schedules/:id/release': {},
  'GET billing_portal/configurations': {
    active: 'value',
    ...page,
  } satisfies Names<Stripe.BillingPortal.ConfigurationListParams>,
  'POST billing_portal/configurations': {
    features: {
      customer_update: { enabled: 'value', allowed_updates: 'value' },
      invoice_history: { enabled: 'value' },
      payment_method_update: { enabled: 'value' },
      subscription_cancel: { enabled: 'value' },
      subscription_pause: { enabled: 'value' },
      subscription_update: { enabled: 'value' },
    },
    metadata: 'free',
  } satisfies Names<Stripe.BillingPortal.ConfigurationCreateParams>,
  'POST billing_portal/sessions': {
    customer: 'value',
    return_url: 'value',
    configuration: 'value',
    locale: 'value',
  } satisfies Names<Stripe.BillingPortal.SessionCreateParams>,
}

/** Throws `parameter_unknown` for the first parameter that the call does not have, as Stripe does. */
export function refuseUnknownParameters(call: string, form: Form): void {
  const known = parameters[call]
  if (known !== undefined) walk(known, form, '')
}

function walk(known: Tree, form: Form, path: string): void {
  for (const [name, value] of Object.entries(form)) {
    const at = path === '' ? name : `${path}[${name}]`
    // The items of a list are named by numbers.
    const isItem = path !== '' && /^\d+$/.test(name)
    const inner = isItem ? known : Object.hasOwn(known, name) ? known[name] : undefined
    if (inner === undefined) {
      throw { status: 400, code: 'parameter_unknown', param: at } satisfies StripeProblem
    }
    if (typeof inner === 'object' && typeof value === 'object' && value !== null) walk(inner, value as Form, at)
  }
}

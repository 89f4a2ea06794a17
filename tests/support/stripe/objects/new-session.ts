import type { StripePrice, StripeSession } from './stripe-objects.ts'

interface NewSession {
  id: string
  customer: string
  created: number
  price: StripePrice
  reference: string
  metadata: Record<string, string>
  successUrl: string
  cancelUrl: string
  isTaxed: boolean
  /** A promotion code, and what it takes off. */
  discount: { id: string; amount: number } | null
}

export const newSession = (made: NewSession): StripeSession => ({
  id: made.id,
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: made.price.unit_amount,
  amount_total: made.price.unit_amount - (made.discount?.amount ?? 0),
  automatic_tax: made.isTaxed
    ? { enabled: true, liability: { type: 'self' }, provider: 'stripe', status: 'requires_location_inputs' }
    : { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: made.isTaxed ? 'required' : null,
  cancel_url: made.cancelUrl,
  client_reference_id: made.reference,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: made.created,
  currency: made.price.currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: made.customer,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: made.discount === null ? null : [{ coupon: null, promotion_code: made.discount.id }],
  expires_at: made.created + 86_400,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: { enabled: false },
  metadata: made.metadata,
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  success_url: made.successUrl,
  total_details: { amount_discount: made.discount?.amount ?? 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: `https://checkout.stripe.test/c/pay/${made.id}`,
  wallet_options: null,
})

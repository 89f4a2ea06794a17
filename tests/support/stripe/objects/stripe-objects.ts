import type { Stripe } from 'stripe'

/** Stripe's library parses decimals; on the wire they are text. */
type WithDecimal<T, K extends keyof T> = Omit<T, K> & { [Key in K]: string | null }

// The objects of Stripe's API as they are sent, with ids instead of expanded objects. They are typed by Stripe's own
// library, so a missing field does not compile.
export type StripePrice = WithDecimal<Stripe.Price, 'unit_amount_decimal'> & {
  unit_amount: number
  recurring: Stripe.Price.Recurring
}
/** The former form of a price, which items still have. */
type StripePlan = WithDecimal<Stripe.Plan, 'amount_decimal'>
type StripeItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: StripePrice; plan: StripePlan }
export type StripeSubscription = Omit<Stripe.Subscription, 'items' | 'customer' | 'schedule' | 'discounts'> & {
  customer: string
  items: { object: 'list'; data: [StripeItem]; has_more: boolean; url: string }
  schedule: string | null
  discounts: string[]
}
export type StripeSession = Stripe.Checkout.Session & { customer: string; subscription: string | null }
/** `shipping_details` and `subscription` are in Stripe's examples, the second one not in its types. */
export type StripeInvoice = Omit<Stripe.Invoice, 'lines' | 'payments'> & {
  customer: string
  subscription: null
  lines: { object: 'list'; data: StripeLine[]; has_more: boolean; url: string }
  payments: { object: 'list'; data: Stripe.InvoicePayment[]; has_more: boolean; url: string }
}
export type StripeLine = WithDecimal<Stripe.InvoiceLineItem, 'quantity_decimal'>
export type StripeSchedule = Stripe.SubscriptionSchedule & { customer: string }
export type StripeCharge = Stripe.Charge & { customer: string; payment_intent: string }
export type StripeRefund = Stripe.Refund & { charge: string; payment_intent: string }
export type StripeCustomer = Stripe.Customer
export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: unknown }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null } | null
  type: string
}

/** A line of an invoice to make. */
export interface NewLine {
  id: string
  amount: number
  /** What discounts take off it. */
  discountAmount?: number
  description: string
  period: { start: number; end: number }
  price: StripePrice
  isProration: boolean
}

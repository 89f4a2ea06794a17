import type { Stripe } from 'stripe'
import { taxesOf } from '../tax.ts'
import type { NewLine, StripeCharge, StripeInvoice, StripeLine, StripeSubscription } from './stripe-objects.ts'

interface NewInvoice {
  id: string
  created: number
  subscription: StripeSubscription
  lines: readonly NewLine[]
  isPaid: boolean
  reason: Stripe.Invoice.BillingReason
  /** Without it a tax is not computed. */
  hasLocation?: boolean
}

export function newInvoice(made: NewInvoice): StripeInvoice {
  const { id, created, subscription, lines, isPaid, reason, hasLocation = true } = made
  const { enabled } = subscription.automatic_tax
  const taxes = enabled && hasLocation ? lines.flatMap(taxesOfLine) : []
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0)
  // An exclusive tax comes on top of the lines; an inclusive one is a part of them.
  const exclusive = taxes.filter(({ tax_behavior }) => tax_behavior === 'exclusive')
  const exclusiveTax = exclusive.reduce((sum, { amount }) => sum + amount, 0)
  const discountAmount = lines.reduce((sum, line) => sum + (line.discountAmount ?? 0), 0)
  const total = subtotal - discountAmount + exclusiveTax
  const due = Math.max(0, total)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Companion',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: isPaid ? due : 0,
    amount_remaining: isPaid ? 0 : due,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    auto_advance: !isPaid,
    automatic_tax: enabled
      ? { ...selfLiable, status: hasLocation ? 'complete' : 'requires_location_inputs' }
      : { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `https://invoice.stripe.test/i/${id}`,
    invoice_pdf: `https://invoice.stripe.test/i/${id}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      `/v1/invoices/${id}/lines`,
      lines.map((line) => newLine(line, id, subscription)),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: isPaid ? null : created + 3 * 86_400,
    number: id.slice(-12).toUpperCase(),
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: listOf(`/v1/invoices/${id}/payments`, [newPayment(id, created, isPaid, due, subscription.currency)]),
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: isPaid ? 'paid' : 'open',
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: isPaid ? created : null,
      voided_at: null,
    },
    subscription: null,
    subtotal,
    subtotal_excluding_tax: subtotal - (tax - exclusiveTax),
    test_clock: null,
    total,
    total_discount_amounts:
      discountAmount === 0 ? [] : [{ amount: discountAmount, discount: subscription.discounts[0] ?? '' }],
    total_excluding_tax: total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: taxes,
    webhooks_delivered_at: created,
  }
}

export const listOf = <T>(url: string, data: readonly T[], has_more = false) => ({
  object: 'list' as const,
  data: [...data],
  has_more,
  url,
})

const selfLiable = { disabled_reason: null, enabled: true, liability: { type: 'self' }, provider: 'stripe' }
const taxesOfLine = ({ amount, discountAmount = 0, price }: NewLine) =>
  taxesOf(amount - discountAmount, price.tax_behavior)

const newLine = (
  line: NewLine,
  invoice: string,
  { id: subscription, currency, items, automatic_tax }: StripeSubscription,
): StripeLine => ({
  id: line.id,
  object: 'line_item',
  amount: line.amount,
  currency,
  description: line.description,
  discount_amounts: [],
  discountable: !line.isProration,
  discounts: [],
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: line.isProration,
      proration_details: null,
      subscription,
      subscription_item: items.data[0].id,
    },
    type: 'subscription_item_details',
  },
  period: line.period,
  pretax_credit_amounts: [],
  pricing: null,
  quantity: 1,
  quantity_decimal: '1',
  subscription,
  subtotal: line.amount,
  taxes: automatic_tax.enabled ? taxesOfLine(line) : [],
})

const newPayment = (
  invoice: string,
  created: number,
  isPaid: boolean,
  amount: number,
  currency: string,
): Stripe.InvoicePayment => ({
  id: invoice.replace('in_', 'inpay_'),
  object: 'invoice_payment',
  amount_paid: isPaid ? amount : null,
  amount_requested: amount,
  created,
  currency,
  invoice,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
  status: isPaid ? 'paid' : 'open',
  status_transitions: { canceled_at: null, paid_at: isPaid ? created : null },
})

const intentOf = (invoice: string) => invoice.replace('in_', 'pi_')

/** The charge that paid an invoice, or failed to. */
export const newCharge = (invoice: StripeInvoice, created = invoice.created): StripeCharge => ({
  id: `${invoice.id.replace('in_', 'ch_')}${invoice.status === 'paid' ? '' : '_failed'}`,
  object: 'charge',
  amount: invoice.amount_due,
  amount_captured: invoice.amount_paid,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: invoice.status === 'paid',
  created,
  currency: invoice.currency,
  customer: invoice.customer,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: invoice.status === 'paid' ? null : 'card_declined',
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: invoice.status === 'paid',
  payment_intent: intentOf(invoice.id),
  payment_method: 'pm_card',
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: `https://pay.stripe.test/receipts/${invoice.id}`,
  refunded: false,
  refunds: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: invoice.status === 'paid' ? 'succeeded' : 'failed',
  transfer_data: null,
  transfer_group: null,
})

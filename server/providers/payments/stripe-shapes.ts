import * as v from 'valibot'
import { Currency, type SubscriptionStatus, TaxBehavior } from '#contract/objects/plan.ts'
import {
  type ChangePreview,
  type PaidInvoice,
  type PaidSubscription,
  type PaymentSession,
  PaymentsNeedAddress,
  PaymentsUnreachable,
} from './payments.ts'

// The fields of Stripe's responses that are read (API 2026-10-28).

const Seconds = v.pipe(
  v.number(),
  v.integer(),
  v.transform((seconds) => new Date(seconds * 1000).toISOString()),
)

export const Named = v.object({ id: v.pipe(v.string(), v.nonEmpty()) })

/** The name in a subscription's metadata of the time until which an admin has extended it. */
export const EXTENDED = 'extended_until'

const Session = v.object({
  id: v.string(),
  status: v.picklist(['open', 'complete', 'expired']),
  url: v.optional(v.nullable(v.string()), null),
})

/** Stripe's statuses without a counterpart are mapped to `canceled` (`incomplete_expired`) and `unpaid` (`paused`). */
const statuses: Record<string, SubscriptionStatus> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  canceled: 'canceled',
  unpaid: 'unpaid',
  paused: 'unpaid',
}

const Text = v.pipe(v.string(), v.nonEmpty())
/** An object's id, or the object itself. */
const IdOf = v.union([
  Text,
  v.pipe(
    v.object({ id: Text }),
    v.transform(({ id }) => id),
  ),
])
const Metadata = v.fallback(v.record(v.string(), v.string()), {})

const Item = v.object({
  id: Text,
  /** A price may leave the tax to the account's settings. */
  price: v.object({ id: Text, metadata: Metadata, tax_behavior: v.fallback(v.nullable(TaxBehavior), null) }),
  current_period_start: Seconds,
  current_period_end: Seconds,
})
const AutomaticTax = v.object({ enabled: v.boolean() })
const Items = v.object({ data: v.tupleWithRest([Item], Item) })

/** A schedule's phases; the times are seconds. */
export const Schedule = v.object({
  id: Text,
  current_phase: v.nullable(v.object({ start_date: v.number() })),
  phases: v.array(
    v.object({
      start_date: v.number(),
      end_date: v.number(),
      metadata: v.nullable(Metadata),
      items: v.array(v.object({ price: IdOf, quantity: v.optional(v.number(), 1) })),
    }),
  ),
})

/** A discount, of which Stripe gives the id alone unless it is asked for more. */
const Discount = v.object({
  id: Text,
  promotion_code: v.nullable(IdOf),
  end: v.nullable(Seconds),
})

const Subscription = v.object({
  id: Text,
  status: v.string(),
  created: Seconds,
  cancel_at_period_end: v.boolean(),
  cancel_at: v.optional(v.nullable(Seconds), null),
  metadata: Metadata,
  automatic_tax: AutomaticTax,
  items: Items,
  schedule: v.nullable(Schedule),
  discounts: v.array(Discount),
})

/** A subscription that is to be changed. */
export const Sold = v.pipe(
  v.object({
    id: Text,
    customer: IdOf,
    status: v.string(),
    cancel_at_period_end: v.boolean(),
    metadata: Metadata,
    automatic_tax: AutomaticTax,
    schedule: v.nullable(IdOf),
    /** The ids of discounts. */
    discounts: v.array(IdOf),
    items: Items,
  }),
  v.transform(({ items, ...sold }) => ({ ...sold, item: { id: items.data[0].id, price: items.data[0].price.id } })),
)

export const Charge = v.object({
  id: Text,
  created: Seconds,
  payment_intent: v.nullable(IdOf),
  amount_refunded: v.number(),
  receipt_url: v.nullable(v.string()),
  status: v.string(),
})

const Line = v.object({ amount: v.number(), description: v.nullable(v.string()) })
const InvoiceCurrency = v.pipe(v.string(), v.toUpperCase(), Currency)

const Taxes = v.nullable(v.array(v.object({ amount: v.number() })))
const sumOf = (taxes: v.InferOutput<typeof Taxes>): number => (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)

const Invoice = v.object({
  id: Text,
  status: v.nullable(v.string()),
  created: Seconds,
  currency: InvoiceCurrency,
  description: v.nullable(v.string()),
  total: v.number(),
  attempted: v.boolean(),
  billing_reason: v.nullable(v.string()),
  next_payment_attempt: v.nullable(Seconds),
  status_transitions: v.object({ paid_at: v.nullable(Seconds) }),
  total_taxes: Taxes,
  hosted_invoice_url: v.optional(v.nullable(v.string()), null),
  parent: v.nullable(
    v.object({ subscription_details: v.optional(v.nullable(v.object({ subscription: IdOf })), null) }),
  ),
  lines: v.object({ data: v.array(Line) }),
  payments: v.object({
    data: v.array(v.object({ payment: v.object({ payment_intent: v.optional(v.nullable(IdOf), null) }) })),
  }),
})

/** The payments of an invoice, and which of them went through. */
export const Payments = v.object({
  payments: v.object({
    data: v.array(
      v.object({ status: v.string(), payment: v.object({ payment_intent: v.optional(v.nullable(IdOf), null) }) }),
    ),
  }),
})

export const Refund = v.object({ id: Text, status: v.nullable(v.string()), metadata: v.nullable(Metadata) })

const Preview = v.object({
  amount_due: v.number(),
  currency: InvoiceCurrency,
  automatic_tax: v.object({ status: v.nullable(v.string()) }),
  total_taxes: Taxes,
  lines: v.object({ data: v.array(Line) }),
})

/** Throws PaymentsNeedAddress, or PaymentsUnreachable, for an amount whose tax is not computed. */
export function previewOf(answer: unknown): ChangePreview {
  const { amount_due, currency, lines, automatic_tax, total_taxes } = v.parse(Preview, answer)
  if (automatic_tax.status === 'requires_location_inputs') throw new PaymentsNeedAddress(automatic_tax.status)
  if (automatic_tax.status === 'failed') throw new PaymentsUnreachable('the tax could not be computed')
  return {
    dueNow: amount_due,
    taxNow: sumOf(total_taxes),
    currency,
    lines: lines.data.map(({ amount, description }) => ({ amount, description: description ?? '' })),
  }
}

const reasons: Readonly<Record<string, PaidInvoice['reason']>> = {
  subscription_create: 'purchase',
  subscription_cycle: 'renewal',
  subscription_update: 'change',
}

/** Undefined for a bill that was never sent, was voided, or charges nothing: of a trial, for example. */
export function invoiceOf(answer: unknown, charges: readonly v.InferOutput<typeof Charge>[]): PaidInvoice | undefined {
  const invoice = v.parse(Invoice, answer)
  const { id, total, currency, status } = invoice
  if (total <= 0 || status === null || status === 'draft' || status === 'void') return undefined
  const intents = invoice.payments.data.map(({ payment }) => payment.payment_intent)
  const tried = charges.filter((charge) => intents.includes(charge.payment_intent))
  const paid = tried.filter((charge) => charge.status === 'succeeded')
  const failed = tried.filter((charge) => charge.status === 'failed')
  // A bank carries out a debit within days; it may still fail.
  const isPending = tried.some((charge) => charge.status === 'pending')
  return {
    id,
    subscriptionId: invoice.parent?.subscription_details?.subscription ?? null,
    description: invoice.description ?? invoice.lines.data.at(-1)?.description ?? '',
    total,
    tax: sumOf(invoice.total_taxes),
    refunded: paid.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    currency,
    status: status === 'paid' ? 'paid' : invoice.attempted && !isPending ? 'failed' : 'open',
    isWrittenOff: status === 'uncollectible',
    reason: reasons[invoice.billing_reason ?? ''] ?? 'other',
    nextAttemptAt: invoice.next_payment_attempt,
    receiptUrl: paid[0]?.receipt_url ?? invoice.hosted_invoice_url,
    createdAt: invoice.created,
    paidAt: invoice.status_transitions.paid_at,
    failures: failed.map((charge) => ({ id: charge.id, failedAt: charge.created })),
  }
}

export function sessionOf(answer: unknown): PaymentSession {
  const { id, status, url } = v.parse(Session, answer)
  return { id, status, url }
}

export function subscriptionOf(answer: unknown): PaidSubscription {
  const { id, status, created, metadata, automatic_tax, items, schedule, discounts, ...ends } = v.parse(
    Subscription,
    answer,
  )
  const [item] = items.data
  // A date of the dashboard beyond this period: it is renewed before it ends.
  const endsByDate = ends.cancel_at !== null && ends.cancel_at <= item.current_period_end
  return {
    id,
    status: statuses[status] ?? 'unpaid',
    wasPaid: status !== 'incomplete' && status !== 'incomplete_expired',
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelAtPeriodEnd: ends.cancel_at_period_end || endsByDate,
    createdAt: created,
    metadata,
    terms: item.price.metadata.terms ?? metadata.terms ?? null,
    extendedUntil: status === 'trialing' ? (metadata[EXTENDED] ?? null) : null,
    tax: automatic_tax.enabled ? item.price.tax_behavior : null,
    scheduled: status === 'canceled' ? null : nextPhase(schedule),
    discount: discountOf(discounts),
  }
}

/** The discount of a code; one that was given in Stripe's dashboard has none. */
function discountOf(discounts: readonly v.InferOutput<typeof Discount>[]): PaidSubscription['discount'] {
  const given = discounts.find(({ promotion_code }) => promotion_code !== null)
  return given?.promotion_code == null ? null : { coupon: given.promotion_code, endsAt: given.end }
}

function nextPhase(schedule: v.InferOutput<typeof Schedule> | null): PaidSubscription['scheduled'] {
  const now = schedule?.current_phase?.start_date
  const next = schedule?.phases.find(({ start_date }) => now !== undefined && start_date > now)
  const terms = next?.metadata?.terms
  if (next === undefined || terms === undefined) return null
  return { terms, startsAt: new Date(next.start_date * 1000).toISOString() }
}

import type { Currency, Interval, SubscriptionStatus, TaxBehavior } from '#contract/objects/plan.ts'
import type { CodeDuration } from '#contract/objects/promotion-code.ts'
import type { Language } from '#contract/primitives.ts'

/** The terms of a plan for a price. */
interface PriceTerms {
  /** The idempotency key: the same terms get the same price. */
  key: string
  title: string
  /** Decimal text with two places, `9.99`. */
  price: string
  currency: string
  interval: Interval
  taxBehavior: TaxBehavior
  /** An unusable price of these terms, which a new one replaces. */
  instead?: string
}

/** A discount, and the code by which it is given. Amounts are in minor units of the currency. */
export interface CouponTerms {
  code: string
  percentOff: number | null
  amountOff: number | null
  currency: Currency | null
  duration: CodeDuration
  /** The length of a repeating discount. */
  months: number | null
  redemptionsMax: number | null
  /** ISO 8601. */
  expiresAt: string | null
  /** An unusable coupon of these terms, which a new one replaces. */
  instead?: string
}

/** A purchase. `reference` is the idempotency key: a repeat gets the same session. */
interface Order {
  reference: string
  customer: string
  price: string
  /** Stored with the resulting subscription. */
  metadata: Readonly<Record<string, string>>
  /** The first payment is due then (ISO 8601) and not at once: the days left of a trial. */
  startsAt: string | null
  /** The id of a coupon, whose discount the subscription gets. */
  coupon: string | null
  successUrl: string
  leaveUrl: string
}

/** A checkout page. Only the sandbox uses `declined`. */
export interface PaymentSession {
  id: string
  status: 'open' | 'complete' | 'declined' | 'expired'
  /** Null unless the session is open. */
  url: string | null
}

/** The processor's state of a subscription. Times are ISO 8601. */
export interface PaidSubscription {
  id: string
  status: SubscriptionStatus
  /** False before the first payment, or if it never came. */
  wasPaid: boolean
  periodStart: string
  periodEnd: string
  cancelAtPeriodEnd: boolean
  createdAt: string
  metadata: Readonly<Record<string, string>>
  /** The id of the terms that are charged; null for a price that this product did not create. */
  terms: string | null
  /** Until when the period was extended without a charge; null for any other. */
  extendedUntil: string | null
  /** How the tax relates to the price; null when none is computed. */
  tax: TaxBehavior | null
  /** The change at the end of a period: the id of the next terms, and when they begin. */
  scheduled: { terms: string; startsAt: string } | null
  /**
   * The coupon whose discount the next payment has, and until when periods that begin have it (null: without an end).
   */
  discount: { coupon: string; endsAt: string | null } | null
}

/** A bill. Amounts are in minor units of the currency. */
export interface PaidInvoice {
  id: string
  /** Null for a bill that is about no subscription. */
  subscriptionId: string | null
  description: string
  total: number
  tax: number
  refunded: number
  currency: Currency
  /** `failed`: charging was attempted in vain; `open`: not yet attempted, or an attempt is in progress. */
  status: 'paid' | 'open' | 'failed'
  /** Unpaid, and the processor no longer claims it. */
  isWrittenOff: boolean
  /** Why it was written: a new subscription, its next period, another plan, or anything else. */
  reason: 'purchase' | 'renewal' | 'change' | 'other'
  /** When the processor tries again to charge it; null when that is not planned. */
  nextAttemptAt: string | null
  receiptUrl: string | null
  createdAt: string
  paidAt: string | null
  /** Attempts to charge it that failed. */
  failures: { id: string; failedAt: string }[]
}

/** What the processor has about a customer. */
export interface CustomerState {
  /** All past and present ones. */
  subscriptions: PaidSubscription[]
  invoices: PaidInvoice[]
}

/** Other terms for a running subscription. */
export interface PlanChange {
  subscriptionId: string
  price: string
  interval: Interval
  /** The id of the new terms. */
  terms: string
  /** The proration date (ISO 8601), until which the present plan is charged: the same date gives the same amount. */
  countedTo: string
  /** Whether the discount ends with the change. */
  dropsDiscount: boolean
}

/** What a change costs at once, in minor units, and the tax in it. */
export interface ChangePreview {
  dueNow: number
  taxNow: number
  currency: Currency
  lines: { description: string; amount: number }[]
}

/** Money back. The amount is in minor units of the currency of the invoice. */
interface RefundOrder {
  invoice: string
  amount: number
  /** The idempotency key: a repeat gets the same refund, also after a failure whose result is unknown. */
  reference: string
}

/** An event about a customer; nothing else in it is trusted. */
export interface PaymentEvent {
  id: string
  type: string
  /** Null for an event that is about no customer. */
  customer: string | null
}

/** The user who is billed. */
interface Payer {
  userId: number
  email: string
  name: string
  /** A customer id that the processor no longer has, which a new one replaces. */
  instead?: string
}

/** All methods throw PaymentsUnreachable when the processor is unavailable; they can be retried then. */
export interface Payments {
  readonly kind: 'stripe' | 'sandbox'
  /** Idempotent for each user. */
  createCustomer(payer: Payer): Promise<string>
  /** Updates the email address and name; a missing customer is ignored. */
  changeCustomer(customer: string, payer: Pick<Payer, 'email' | 'name'>): Promise<void>
  createPrice(terms: PriceTerms): Promise<string>
  /**
   * Returns the coupon's id; idempotent for the same terms. Throws PaymentsRefused where the code is somebody else's.
   */
  createCoupon(terms: CouponTerms): Promise<string>
  /** Lets nobody use a coupon any more; what was bought with it stays. A missing one is ignored. */
  endCoupon(id: string): Promise<void>
  openSession(order: Order): Promise<PaymentSession>
  /** Undefined when there is none. */
  findSession(id: string): Promise<PaymentSession | undefined>
  /** Expires an open session, so that it can no longer be paid; returns its current state. */
  endSession(id: string): Promise<PaymentSession | undefined>
  /** Undefined when the processor does not know the customer, for example because its account was changed. */
  readCustomer(customer: string): Promise<CustomerState | undefined>
  /** Cancels at the end of the period, and drops a scheduled change. False when there is no such subscription. */
  cancelSubscription(id: string): Promise<boolean>
  /** Takes back a cancellation at the end of the period. False when there is no such subscription. */
  resumeSubscription(id: string): Promise<boolean>
  /** What `changePlan` would charge. */
  previewChange(change: PlanChange): Promise<ChangePreview>
  /**
   * Changes the plan and charges the difference, or changes nothing and throws PaymentsDeclined or PaymentsNeedAddress.
   * `reference` is the idempotency key.
   */
  changePlan(change: PlanChange, reference: string): Promise<void>
  /** Changes the plan when the current period ends; replaces an earlier such change. */
  scheduleChange(change: PlanChange): Promise<void>
  dropScheduledChange(subscriptionId: string): Promise<void>
  /** Lets the current period last until then (ISO 8601) without a charge. False when there is no such subscription. */
  extendSubscription(id: string, until: string): Promise<boolean>
  /** Returns the refund's id. Throws PaymentsRefused for more than is left of what was paid. */
  refund(order: RefundOrder): Promise<string>
  /** Whether a refund that was made has failed since: the bank has sent it back, and the money was not returned. */
  hasRefundFailed(id: string): Promise<boolean>
  /** The address of the processor's page for card, tax ids and receipts. */
  openPortal(customer: string, options: { returnUrl: string; language: Language }): Promise<string>
  /** The processor's account of this server's key, and whether it is live or test: another one has other customers. */
  readAccount(): Promise<string>
  /** Cancels immediately. False when there is no such subscription. */
  endSubscription(id: string): Promise<boolean>
  /** Cancels all subscriptions immediately and deletes the customer. */
  removeCustomer(customer: string): Promise<void>
  /** Throws EventRefused for a signature that is invalid or too old. */
  readEvent(body: Uint8Array, signature: string): Promise<PaymentEvent>
}

/** The result of the request is unknown; it may have been executed. */
export class PaymentsUnreachable extends Error {
  override readonly name = 'PaymentsUnreachable'
}

/** The processor rejected the request; a retry fails too. */
export class PaymentsRefused extends Error {
  override readonly name = 'PaymentsRefused'
  /** The processor's code, such as `resource_missing`. */
  readonly code: string
  /** The rejected parameter, such as `customer`. */
  readonly param: string | null

  constructor(code: string, { param = null, ...options }: ErrorOptions & { param?: string | null } = {}) {
    super(`the payment processor refused: ${code}`, options)
    this.code = code
    this.param = param
  }
}

/** The card was declined, or its bank wants the payment confirmed; nothing was changed. */
export class PaymentsDeclined extends Error {
  override readonly name = 'PaymentsDeclined'
}

/** The tax depends on a billing address that the customer does not have; nothing was changed. */
export class PaymentsNeedAddress extends Error {
  override readonly name = 'PaymentsNeedAddress'
}

export class EventRefused extends Error {
  override readonly name = 'EventRefused'
}

/** The calls that change a running subscription, or preview a change. */
export type SubscriptionChanges = Pick<
  Payments,
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'previewChange'
  | 'changePlan'
  | 'scheduleChange'
  | 'dropScheduledChange'
  | 'extendSubscription'
>

import type { Interval, SubscriptionStatus } from '#contract/objects/plan.ts'

/** The terms of a plan for a price. */
export interface PriceTerms {
  /** The idempotency key: the same terms get the same price. */
  key: string
  title: string
  /** Decimal text with two places, `9.99`. */
  price: string
  currency: string
  interval: Interval
  /** An unusable price of these terms, which a new one replaces. */
  instead?: string
}

/** A purchase. `reference` is the idempotency key: a repeat gets the same session. */
export interface Order {
  reference: string
  customer: string
  price: string
  /** Stored with the resulting subscription. */
  metadata: Readonly<Record<string, string>>
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
}

/** An event about a customer; nothing else in it is trusted. */
export interface PaymentEvent {
  id: string
  type: string
  /** Null for an event that is about no customer. */
  customer: string | null
}

/** The user who is billed. */
export interface Payer {
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
  /** Updates the billing address and name; a missing customer is ignored. */
  changeCustomer(customer: string, payer: Pick<Payer, 'email' | 'name'>): Promise<void>
  createPrice(terms: PriceTerms): Promise<string>
  openSession(order: Order): Promise<PaymentSession>
  /** Undefined when there is none. */
  findSession(id: string): Promise<PaymentSession | undefined>
  /** Expires an open session, so that it can no longer be paid; returns its current state. */
  endSession(id: string): Promise<PaymentSession | undefined>
  /** All past and present subscriptions of a customer. */
  listSubscriptions(customer: string): Promise<PaidSubscription[]>
  /** Cancels at the end of the period; ended subscriptions are ignored. */
  cancelSubscription(id: string): Promise<void>
  /** Cancels immediately. */
  endSubscription(id: string): Promise<void>
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

export class EventRefused extends Error {
  override readonly name = 'EventRefused'
}

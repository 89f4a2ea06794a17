import type { Interval, SubscriptionStatus } from '#contract/objects/plan.ts'

/** What a price is made of: a plan as it is sold. */
export interface PriceTerms {
  /** Names these terms for ever; the same price is made for it however often it is asked for. */
  key: string
  title: string
  /** Decimal text with two places, `9.99`. */
  price: string
  currency: string
  interval: Interval
  /** A price of these terms that cannot be used any more: another is made. */
  instead?: string
}

/** One purchase. A repeat with the same `reference` gives the same session. */
export interface Order {
  reference: string
  customer: string
  price: string
  /** Comes back on the subscription. */
  metadata: Readonly<Record<string, string>>
  successUrl: string
  leaveUrl: string
}

/** A page on which somebody pays. `declined` by the sandbox only. */
export interface PaymentSession {
  id: string
  status: 'open' | 'complete' | 'declined' | 'expired'
  /** Null when it is not open any more. */
  url: string | null
}

/** A subscription as the processor has it. Times are ISO 8601. */
export interface PaidSubscription {
  id: string
  status: SubscriptionStatus
  /** False: its first payment has not come, or never will when it is over. */
  wasPaid: boolean
  periodStart: string
  periodEnd: string
  cancelAtPeriodEnd: boolean
  createdAt: string
  metadata: Readonly<Record<string, string>>
}

/** An event that something happened to a customer; it says nothing that is believed beyond that. */
export interface PaymentEvent {
  id: string
  type: string
  /** Null: about nobody in particular. */
  customer: string | null
}

/** Who is billed. */
export interface Payer {
  userId: number
  email: string
  name: string
  /** A customer of theirs that the processor has no more: another is made. */
  instead?: string
}

/** Everything throws PaymentsUnreachable when the processor cannot be asked, and may be repeated then. */
export interface Payments {
  readonly kind: 'stripe' | 'sandbox'
  /** The same customer for the same user, however often it is asked for. */
  createCustomer(payer: Payer): Promise<string>
  /** Where bills go from now on, and to whom; a customer that is not there any more is left alone. */
  changeCustomer(customer: string, payer: Pick<Payer, 'email' | 'name'>): Promise<void>
  createPrice(terms: PriceTerms): Promise<string>
  openSession(order: Order): Promise<PaymentSession>
  /** Undefined: there is none. */
  findSession(id: string): Promise<PaymentSession | undefined>
  /** Nobody can pay it any more, unless somebody has; says what it is now. */
  endSession(id: string): Promise<PaymentSession | undefined>
  /** All of a customer's that ever were, as they are now. */
  listSubscriptions(customer: string): Promise<PaidSubscription[]>
  /** At the period's end; what has ended already is left alone. */
  cancelSubscription(id: string): Promise<void>
  /** At once. */
  endSubscription(id: string): Promise<void>
  /** Ends every subscription at once and forgets the user. */
  removeCustomer(customer: string): Promise<void>
  /** Throws EventRefused when the signature is not the processor's, or too old. */
  readEvent(body: Uint8Array, signature: string): Promise<PaymentEvent>
}

/** Nothing is known of what was asked for; it may have happened. */
export class PaymentsUnreachable extends Error {
  override readonly name = 'PaymentsUnreachable'
}

/** The processor said no, and will say so again. */
export class PaymentsRefused extends Error {
  override readonly name = 'PaymentsRefused'
  /** What the processor calls it, `resource_missing`. */
  readonly code: string
  /** Which part of the question was wrong, `customer`. */
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

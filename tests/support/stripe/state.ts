import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { addInterval } from '#server/lib/add-interval.ts'
import type { Form } from './form.ts'
import type {
  NewLine,
  StripeCharge,
  StripeCustomer,
  StripeEvent,
  StripeInvoice,
  StripePrice,
  StripeRefund,
  StripeSchedule,
  StripeSession,
  StripeSubscription,
} from './objects/stripe-objects.ts'

export interface StripeProblem {
  status: number
  code?: string
  param?: string
  type?: string
}

/** What is bought: the price, and the end of a trial before it. */
interface StripeSale {
  price: StripePrice
  metadata: Record<string, string>
  trialEnd: number | null
}
/** What a session sells, with the promotion code. */
interface StripeOrder extends StripeSale {
  code: string | undefined
}

/** What an account has. */
export interface StripeState {
  customers: Map<string, StripeCustomer>
  /** Stripe still knows deleted customers. */
  deletedCustomers: Map<string, StripeCustomer>
  prices: Map<string, StripePrice>
  sessions: Map<string, StripeSession>
  orders: Map<string, StripeOrder>
  subscriptions: Map<string, StripeSubscription>
  schedules: Map<string, StripeSchedule>
  invoices: Map<string, StripeInvoice>
  charges: Map<string, StripeCharge>
  refunds: Map<string, StripeRefund>
  coupons: Map<string, Stripe.Coupon>
  promotionCodes: Map<string, Stripe.PromotionCode>
  discounts: Map<string, Stripe.Discount>
  configurations: Map<string, Stripe.BillingPortal.Configuration>
  clocks: Map<string, Stripe.TestHelpers.TestClock>
  /** Payment methods that were attached. */
  cards: Map<string, { customer: string; isDeclined: boolean }>
}

export interface StripeModel extends StripeState {
  /** The id of the account to which the key belongs. */
  account: string
  events: StripeEvent[]
  /** Customers whose card is declined. */
  declined: Set<string>
  /** Milliseconds since 1970; a test may set it. */
  now: () => number
  call(method: string, path: string, form: Form): unknown
  /** From now on the key belongs to another account, which has what it had before. */
  changeAccount(id: string): void
  /** Pays on Stripe's page; returns the subscription. Throws when the session is not open. */
  pay(session: string): StripeSubscription
  /** Creates a subscription with an invoice of its first period. */
  createSubscription(
    sale: StripeSale & { customer: string; isTaxed: boolean; redeemed?: { code: string; session: string } },
  ): StripeSubscription
  /** Starts the next period, paid or with a failing card. */
  renew(subscription: string, paid?: boolean): void
  /** Pays the open invoices of a subscription, as the portal does. */
  payOpenInvoices(subscription: string): void
  /** Makes a change as in Stripe's dashboard. */
  change(subscription: string, changes: Partial<StripeSubscription>): void
  /** Changes the price of the subscription's item, and its period when the interval is another one. */
  setPrice(subscription: string, price: StripePrice): void
  /** Creates an invoice with these lines, paid or with a failed payment. */
  createInvoice(
    subscription: StripeSubscription,
    lines: NewLine[],
    reason: Stripe.Invoice.BillingReason,
    as?: { isPaid?: boolean; created?: number },
  ): void
  /** Lets a refund that was made fail, because the bank has sent it back. */
  failRefund(id: string): void
  /** Adds an event with a copy of the object as it is now. */
  createEvent(type: string, object: unknown): void
  /** The subscriptions of a customer that would still charge. */
  listUncanceled(customer: string): StripeSubscription[]
}

export const seconds = (ms: number) => Math.floor(ms / 1000)
export const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`
/** `param` is set when the rejected id is a parameter of the request. */
export function find<T>(map: Map<string, T>, id: unknown, param?: string): T {
  const found = map.get(String(id))
  if (found !== undefined) return found
  throw {
    status: param === undefined ? 404 : 400,
    code: 'resource_missing',
    param: param ?? 'id',
  } satisfies StripeProblem
}

/** The calls of the API, `POST subscriptions/:id` for example. */
export type Routes = Record<string, (id: string, form: Form) => unknown>

type Sold = 'week' | 'month' | 'year'

/** The end of `count` periods of a price after `start`, in seconds. */
export function after(
  start: number,
  { recurring: { interval, interval_count } }: Pick<StripePrice, 'recurring'>,
  count = 1,
): number {
  if (interval !== 'week' && interval !== 'month' && interval !== 'year') throw new Error(`no ${interval} is sold`)
  return Date.parse(addInterval(new Date(start * 1000).toISOString(), interval as Sold, interval_count * count)) / 1000
}

/** The end of the period that begins at `start`: counted from the anchor, so that the 31st comes back after February. */
export function endOfPeriod(anchor: number, start: number, price: Pick<StripePrice, 'recurring'>): number {
  let count = 1
  while (after(anchor, price, count) <= start) count += 1
  return after(anchor, price, count)
}

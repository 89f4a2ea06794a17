import type { Generated } from 'kysely'
import type { Interval, SubscriptionStatus } from '#contract/objects/plan.ts'
import type { Fixed, Flag, Time } from './schema.ts'

/** A plan as it was when somebody bought it: written once, so that what was sold stays what it was (decision 034). */
export interface PlanTermsTable {
  id: Generated<number>
  plan_id: Fixed<number>
  /** SHA-256 of all that follows; unique for its plan. */
  hash: Fixed<string>
  name: Fixed<string>
  title: Fixed<string>
  description: Fixed<string>
  price: Fixed<string>
  currency: Fixed<string>
  interval: Fixed<Interval>
  features: Fixed<string>
  tokens_limit: Fixed<number>
  searches_limit: Fixed<number>
  created_at: Fixed<Time>
}

/** A purchase; at most one of a user is `open` (partial unique index). */
export interface CheckoutsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  plan_id: Fixed<number>
  subscription_id: number | null
  /** Null: begun before terms were kept. */
  terms_id: Fixed<number | null>
  status: Generated<'open' | 'complete' | 'failed'>
  /** The payment processor; null: this server alone. */
  source: Fixed<string | null>
  /** The processor's session, once it is made. */
  source_id: string | null
  created_at: Fixed<Time>
}

/** Who a user is to a payment processor, and how far what it says of them has been written down. */
export interface PaymentCustomersTable {
  user_id: Fixed<number>
  source: Fixed<string>
  customer_id: string
  /** Numbers of the newest question asked, and of the newest one whose answer was written. */
  asked: number
  applied: number
  synced_at: Time | null
  /** When to ask without a notice; null: nothing of theirs can change by itself. */
  ask_at: Time | null
  created_at: Fixed<Time>
}

/** The processor's price for terms. */
export interface PaymentPricesTable {
  terms_id: Fixed<number>
  source: Fixed<string>
  price_id: string
  created_at: Fixed<Time>
}

/** The processor's notices that have been dealt with. */
export interface PaymentEventsTable {
  source: Fixed<string>
  id: Fixed<string>
  type: Fixed<string>
  handled_at: Fixed<Time>
}

/** The sandbox's own books (decision 035). */
export interface SandboxSessionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  status: 'open' | 'complete' | 'declined' | 'expired'
  /** `9.99:USD:month` */
  price: Fixed<string>
  success_url: Fixed<string>
  leave_url: Fixed<string>
  metadata: Fixed<string>
  expires_at: Fixed<Time>
  created_at: Fixed<Time>
}

export interface SandboxSubscriptionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  status: SubscriptionStatus
  price: Fixed<string>
  metadata: Fixed<string>
  /** Periods are counted from here: the 31st stays the 31st where a month has one. */
  anchor: Fixed<Time>
  periods: number
  current_period_start: Time
  current_period_end: Time
  cancel_at_period_end: Flag
  /** 0: the next payments are declined. */
  card_works: Flag
  /** Payments declined in this period, and when the next is tried. */
  failures: number
  due_at: Time | null
  created_at: Fixed<Time>
}

export interface SandboxEventsTable {
  seq: Generated<number>
  id: Fixed<string>
  user_id: Fixed<number>
  type: Fixed<string>
  body: Fixed<string>
  created_at: Fixed<Time>
  delivered_at: Time | null
}

import type { Generated } from 'kysely'
import type { Interval, SubscriptionStatus } from '#contract/objects/plan.ts'
import type { Fixed, Flag, Time } from './schema.ts'

/** The immutable copy of a plan at a sale, so that later changes of the plan do not affect it (decision 034). */
export interface PlanTermsTable {
  id: Generated<number>
  plan_id: Fixed<number>
  /** SHA-256 of the columns below; unique within its plan. */
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

/** A purchase; a user has at most one that is `open` (partial unique index). */
export interface CheckoutsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  plan_id: Fixed<number>
  subscription_id: number | null
  /** Null for a purchase from before terms were stored. */
  terms_id: Fixed<number | null>
  status: Generated<'open' | 'complete' | 'failed'>
  /** The payment processor; null when none is involved. */
  source: Fixed<string | null>
  /** The processor's session id, once the session exists. */
  source_id: string | null
  created_at: Fixed<Time>
}

/** Maps a user to a customer of the payment processor, and records how far the customer's state is synchronized. */
export interface PaymentCustomersTable {
  user_id: Fixed<number>
  source: Fixed<string>
  customer_id: string
  /** Numbers of the last read of the customer, and of the last one that was stored (fencing tokens). */
  asked: number
  applied: number
  synced_at: Time | null
  /** When to poll the processor without an event; null when the state cannot change by itself. */
  ask_at: Time | null
  created_at: Fixed<Time>
}

/** The processor's price id for terms. */
export interface PaymentPricesTable {
  terms_id: Fixed<number>
  source: Fixed<string>
  price_id: string
  created_at: Fixed<Time>
}

/** Ids of the processor's events that have been handled. */
export interface PaymentEventsTable {
  source: Fixed<string>
  id: Fixed<string>
  type: Fixed<string>
  handled_at: Fixed<Time>
}

/** Sessions of the sandbox payment processor (decision 035). */
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
  /** The base of all periods, so that the 31st remains the 31st where a month has one. */
  anchor: Fixed<Time>
  periods: number
  current_period_start: Time
  current_period_end: Time
  cancel_at_period_end: Flag
  /** 0 makes the next payments fail. */
  card_works: Flag
  /** Declined payments of this period, and when the next attempt is due. */
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

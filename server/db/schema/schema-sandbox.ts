import type { Generated } from 'kysely'
import type { SubscriptionStatus } from '#contract/objects/plan.ts'
import type { Fixed, Flag, Time } from './columns.ts'
import type { InvoiceReason } from './schema-payments.ts'

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
  /** When the first payment is due; null: at once. */
  starts_at: Fixed<Time | null>
  /** The discount, as JSON. */
  discount: Generated<string | null>
  expires_at: Fixed<Time>
  created_at: Fixed<Time>
}

export interface SandboxSubscriptionsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  status: SubscriptionStatus
  price: string
  /** The price and the terms of the next period, if they are others. */
  next_price: Generated<string | null>
  next_terms: Generated<string | null>
  metadata: string
  /** The discount as JSON, until when it applies, and whether the next plan is without it. */
  discount: Generated<string | null>
  discount_until: Generated<Time | null>
  next_drops_discount: Generated<Flag>
  /** The base of all periods, so that the 31st remains the 31st where a month has one. */
  anchor: Time
  periods: number
  current_period_start: Time
  current_period_end: Time
  cancel_at_period_end: Flag
  /** 0 makes the next payments fail. */
  card_works: Flag
  /** Declined payments of this period, and when the next payment or attempt is due; null once it has ended. */
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

/** Amounts are in minor units of the currency. */
export interface SandboxInvoicesTable {
  id: Fixed<string>
  user_id: Fixed<number>
  subscription_id: Fixed<string>
  description: Fixed<string>
  total: Fixed<number>
  currency: Fixed<string>
  status: 'paid' | 'failed'
  reason: Generated<InvoiceReason>
  paid_at: Generated<Time | null>
  /** JSON: the times of declined attempts. */
  failed_at: Generated<string>
  created_at: Fixed<Time>
}

export interface SandboxRefundsTable {
  reference: Fixed<string>
  user_id: Fixed<number>
  invoice_id: Fixed<string>
  amount: Fixed<number>
  created_at: Fixed<Time>
}

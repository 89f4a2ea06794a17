import type { Generated } from 'kysely'
import type { Interval, SubscriptionStatus, TaxBehavior } from '#contract/objects/plan.ts'
import type { CodeDuration } from '#contract/objects/promotion-code.ts'
import type { BillingMailKind } from '#contract/objects/timeline.ts'
import type { Fixed, Flag, Time } from './columns.ts'

/** Why an invoice was written: a new subscription, its next period, another plan, or anything else. */
export type InvoiceReason = 'purchase' | 'renewal' | 'change' | 'other'

export interface SubscriptionsTable {
  id: Generated<number>
  user_id: Fixed<number>
  plan_id: number
  /** The terms under which it was sold; null when it follows its plan. */
  terms_id: number | null
  status: SubscriptionStatus
  /** At most one for each account (partial unique index). */
  is_trial: Flag
  /** Who manages the state: `trial`, `grant`, `sandbox`, `stripe`. */
  source: string
  source_id: string | null
  current_period_start: Time
  current_period_end: Time
  cancel_at_period_end: Flag
  /** The terms that replace the present ones when the period ends, and when that is; null without such a change. */
  scheduled_terms_id: Generated<number | null>
  scheduled_at: Generated<Time | null>
  /** Until when a subscription whose payment failed (`past_due`) gives access. */
  grace_until: Generated<Time | null>
  /** Until when an admin has extended the period without a charge; null for any other. */
  extended_until: Generated<Time | null>
  /** How the tax relates to the price, as last read from the processor; null without tax. */
  tax_behavior: Generated<TaxBehavior | null>
  /** The promotion code whose discount it has, and until when periods that begin are cheaper; null: without an end. */
  code_id: Generated<number | null>
  discount_until: Generated<Time | null>
  /** A lease: until then another change of this subscription at the processor is refused. */
  changing_until: Generated<Time | null>
  created_at: Fixed<Time>
  updated_at: Time
}

/** The immutable copy of a plan at a sale, so that later changes of the plan do not affect it (decision 034). */
export interface PlanTermsTable {
  id: Generated<number>
  plan_id: Fixed<number>
  /** SHA-256 of the columns below except `created_at`; unique within its plan. */
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
  /** The promotion code that it was begun with. */
  code_id: Generated<number | null>
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
  /** The processor's account that knew the customer at the last read; null before the first one. */
  processor_account: Generated<string | null>
  /** Since when the processor does not know the customer; null while it does. */
  gone_at: Generated<Time | null>
  created_at: Fixed<Time>
}

/** The account in whose name this server asks a processor. */
export interface PaymentAccountsTable {
  source: Fixed<string>
  processor_account: string
  /** The account before the last change; null when it has never changed. */
  previous_account: string | null
  noticed_at: Time
}

/** What a user was billed, as read from the processor. Amounts are in minor units of the currency. */
export interface InvoicesTable {
  id: Generated<number>
  user_id: Fixed<number>
  source: Fixed<string>
  source_id: Fixed<string>
  subscription_source_id: string | null
  description: string
  total: number
  tax: number
  refunded: number
  currency: string
  status: 'paid' | 'open' | 'failed'
  /** Why it was written; null for one that was last read before reasons were stored. */
  reason: Generated<InvoiceReason | null>
  /** When the processor tries again to charge it; null when that is not planned. */
  next_attempt_at: Generated<Time | null>
  receipt_url: string | null
  paid_at: Generated<Time | null>
  created_at: Fixed<Time>
  updated_at: Time
}

/** An attempt to charge an invoice that failed, as read from the processor. */
export interface PaymentFailuresTable {
  id: Generated<number>
  user_id: Fixed<number>
  invoice_id: Fixed<number>
  source_id: Fixed<string>
  failed_at: Fixed<Time>
}

/** A refund that an admin ordered. The amount is in minor units of the currency. */
export interface RefundsTable {
  id: Generated<number>
  user_id: Fixed<number>
  /** Null when the processor has the invoice no longer. */
  invoice_id: number | null
  /** The idempotency key, chosen by the client. */
  request_id: Fixed<string>
  actor_id: Fixed<number | null>
  amount: Fixed<number>
  currency: Fixed<string>
  reason: Fixed<string>
  /** `pending`: it is not known whether the processor has it; at most one for each invoice (partial unique index). */
  status: 'pending' | 'done' | 'failed'
  source: Fixed<string>
  /** The processor's id of the refund. */
  source_id: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

/** An outbox of billing mails: a row is written in the transaction that it reports; `key` is unique for each user. */
export interface BillingMailsTable {
  id: Generated<number>
  user_id: Fixed<number>
  kind: Fixed<BillingMailKind>
  key: Fixed<string>
  subscription_id: Generated<number | null>
  invoice_id: Generated<number | null>
  /** The terms to which a plan was changed. */
  terms_id: Generated<number | null>
  /** What was refunded, in minor units of the currency of the invoice. */
  amount: Generated<number | null>
  /** `sending`: handed to the mail server, whose answer is awaited; `dropped`: no longer true when it was due. */
  status: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'
  attempts: Generated<number>
  /** When it is sent, or given up as `sending`; null when it is over. */
  due_at: Time | null
  sent_at: Generated<Time | null>
  created_at: Fixed<Time>
}

/** Addresses that have had a trial, as keyed hashes, which outlive the account. */
export interface PastTrialsTable {
  address_hash: Fixed<string>
  kept_until: Time
}

/** The processor's price id for terms. */
export interface PaymentPricesTable {
  terms_id: Fixed<number>
  source: Fixed<string>
  price_id: string
  /** Null for a price that was made before taxes, which leaves it to the processor. */
  tax_behavior: TaxBehavior | null
  created_at: Fixed<Time>
}

/** A code for a discount or a gift (decision 090). Amounts are in minor units of the currency. */
export interface PromotionCodesTable {
  id: Generated<number>
  /** In upper case; unique. */
  code: Fixed<string>
  kind: Fixed<'discount' | 'gift'>
  percent_off: Fixed<number | null>
  amount_off: Fixed<number | null>
  currency: Fixed<string | null>
  duration: Fixed<CodeDuration>
  /** The length of a repeating discount or of a gift. */
  duration_months: Fixed<number | null>
  redemptions_max: Fixed<number | null>
  /** How often it was used, also by users whose accounts were deleted. */
  redeemed: Generated<number>
  once_per_user: Flag
  /** JSON: the ids of the plans it is for; empty: all. */
  plan_ids: Fixed<string>
  expires_at: Fixed<Time | null>
  ended_at: Generated<Time | null>
  created_at: Fixed<Time>
}

/** The processor's id of a promotion code. */
export interface PaymentCouponsTable {
  code_id: Fixed<number>
  source: Fixed<string>
  coupon_id: string
  created_at: Fixed<Time>
}

/** Ids of the processor's events that have been handled. */
export interface PaymentEventsTable {
  source: Fixed<string>
  id: Fixed<string>
  type: Fixed<string>
  handled_at: Fixed<Time>
}

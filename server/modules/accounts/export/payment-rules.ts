import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { type ExportedTable, namedAbove, ofUser } from './rule-types.ts'

type Tables =
  | 'subscriptions'
  | 'checkouts'
  | 'plan_terms'
  | 'promotion_codes'
  | 'payment_customers'
  | 'invoices'
  | 'payment_failures'
  | 'refunds'
  | 'billing_mails'
  | 'sandbox_sessions'
  | 'sandbox_subscriptions'
type Silent =
  | 'payment_prices'
  | 'payment_coupons'
  | 'payment_events'
  | 'payment_accounts'
  | 'past_trials'
  | 'sandbox_events'
  | 'sandbox_invoices'
  | 'sandbox_refunds'

const ofTheSandbox = { leftOut: 'how the sandbox keeps its books; no money moves in it' }
const ofTheCode = { leftOut: 'about the code, not the person' }
const ofTheTerms = { leftOut: 'about the plan, not the person' }

export const paymentRules: { [T in Tables]: ExportedTable<keyof Database[T] & string> } & {
  [T in Silent]: { leftOut: string }
} = {
  subscriptions: {
    as: 'subscriptions',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      plan_id: 'value',
      terms_id: 'value',
      status: 'value',
      is_trial: 'flag',
      source: 'value',
      source_id: 'value',
      current_period_start: 'value',
      current_period_end: 'value',
      cancel_at_period_end: 'flag',
      scheduled_terms_id: 'value',
      scheduled_at: 'value',
      grace_until: 'value',
      extended_until: 'value',
      tax_behavior: 'value',
      code_id: 'value',
      discount_until: 'value',
      changing_until: { leftOut: 'a lock while a change is under way' },
      created_at: 'value',
      updated_at: 'value',
    },
  },
  checkouts: {
    as: 'checkouts',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      plan_id: 'value',
      terms_id: 'value',
      subscription_id: 'value',
      code_id: 'value',
      status: 'value',
      source: 'value',
      source_id: 'value',
      created_at: 'value',
    },
  },
  plan_terms: {
    as: 'terms',
    own: (userId) => sql<SqlBool>`(id in (select terms_id from subscriptions where user_id = ${userId})
        or id in (select scheduled_terms_id from subscriptions where user_id = ${userId})
        or id in (select terms_id from checkouts where user_id = ${userId}))`,
    key: ['id'],
    columns: {
      id: 'value',
      plan_id: 'value',
      hash: ofTheTerms,
      name: 'value',
      title: 'value',
      description: ofTheTerms,
      price: 'value',
      currency: 'value',
      interval: 'value',
      features: ofTheTerms,
      tokens_limit: 'value',
      searches_limit: 'value',
      created_at: ofTheTerms,
    },
  },
  promotion_codes: {
    as: 'promotion_codes',
    own: (userId) => sql<SqlBool>`id in (select code_id from checkouts where user_id = ${userId})`,
    key: ['id'],
    columns: {
      id: 'value',
      code: 'value',
      kind: 'value',
      percent_off: 'value',
      amount_off: 'value',
      currency: 'value',
      duration: 'value',
      duration_months: 'value',
      redemptions_max: ofTheCode,
      redeemed: ofTheCode,
      once_per_user: ofTheCode,
      plan_ids: ofTheCode,
      expires_at: ofTheCode,
      ended_at: ofTheCode,
      created_at: ofTheCode,
    },
  },
  payment_customers: {
    as: 'payment_customers',
    own: ofUser,
    key: ['source'],
    columns: {
      user_id: namedAbove,
      source: 'value',
      customer_id: 'value',
      asked: { leftOut: 'counts questions to the processor' },
      applied: { leftOut: 'counts questions to the processor' },
      synced_at: 'value',
      ask_at: { leftOut: 'when the processor is asked next' },
      processor_account: { leftOut: "the operator's account at the processor" },
      gone_at: 'value',
      created_at: 'value',
    },
  },
  invoices: {
    as: 'invoices',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      source: 'value',
      source_id: 'value',
      subscription_source_id: 'value',
      description: 'value',
      total: 'value',
      tax: 'value',
      refunded: 'value',
      currency: 'value',
      status: 'value',
      reason: 'value',
      next_attempt_at: 'value',
      receipt_url: 'value',
      paid_at: 'value',
      created_at: 'value',
      updated_at: 'value',
    },
  },
  payment_failures: {
    as: 'payment_failures',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      invoice_id: 'value',
      source_id: 'value',
      failed_at: 'value',
    },
  },
  refunds: {
    as: 'refunds',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      invoice_id: 'value',
      request_id: { leftOut: 'the key by which a repeated order is recognised' },
      actor_id: { leftOut: 'an admin, who is another person' },
      amount: 'value',
      currency: 'value',
      reason: 'value',
      status: 'value',
      source: 'value',
      source_id: 'value',
      created_at: 'value',
      updated_at: 'value',
    },
  },
  billing_mails: {
    as: 'billing_mails',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      kind: 'value',
      key: { leftOut: 'the key by which the same mail is recognised' },
      subscription_id: 'value',
      invoice_id: 'value',
      terms_id: 'value',
      amount: 'value',
      status: 'value',
      attempts: 'value',
      due_at: 'value',
      sent_at: 'value',
      created_at: 'value',
    },
  },
  sandbox_sessions: {
    as: 'sandbox_checkouts',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      status: 'value',
      price: 'value',
      success_url: ofTheSandbox,
      leave_url: ofTheSandbox,
      metadata: ofTheSandbox,
      starts_at: 'value',
      discount: 'value',
      expires_at: 'value',
      created_at: 'value',
    },
  },
  sandbox_subscriptions: {
    as: 'sandbox_subscriptions',
    own: ofUser,
    key: ['id'],
    columns: {
      id: 'value',
      user_id: namedAbove,
      status: 'value',
      price: 'value',
      next_price: 'value',
      next_terms: 'value',
      metadata: 'value',
      discount: 'value',
      discount_until: 'value',
      next_drops_discount: ofTheSandbox,
      anchor: ofTheSandbox,
      periods: 'value',
      current_period_start: 'value',
      current_period_end: 'value',
      cancel_at_period_end: 'flag',
      card_works: 'flag',
      failures: 'value',
      due_at: 'value',
      created_at: 'value',
    },
  },
  payment_prices: { leftOut: "the processor's prices of plans, which name nobody" },
  payment_coupons: { leftOut: "the processor's ids of promotion codes, which name nobody" },
  payment_events: { leftOut: "numbers of the processor's notices, which name nobody" },
  payment_accounts: { leftOut: "the operator's account at the processor" },
  past_trials: { leftOut: 'a keyed hash of the address, which says that it has had a trial' },
  sandbox_invoices: { leftOut: 'what the sandbox has billed: it stands in the invoices' },
  sandbox_refunds: { leftOut: 'what the sandbox has given back: it stands in the refunds' },
  sandbox_events: { leftOut: 'what the sandbox has told this server: it stands in the subscriptions' },
}

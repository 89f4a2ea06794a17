import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { type ExportedTable, namedAbove, ofUser } from './rule-types.ts'

type Tables =
  | 'subscriptions'
  | 'checkouts'
  | 'plan_terms'
  | 'payment_customers'
  | 'sandbox_sessions'
  | 'sandbox_subscriptions'
type Silent = 'payment_prices' | 'payment_events' | 'sandbox_events'

const ofTheSandbox = { leftOut: 'how the sandbox keeps its books; no money moves in it' }
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
      status: 'value',
      source: 'value',
      source_id: 'value',
      created_at: 'value',
    },
  },
  plan_terms: {
    as: 'terms',
    own: (userId) => sql<SqlBool>`(id in (select terms_id from subscriptions where user_id = ${userId})
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
      metadata: ofTheSandbox,
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
  payment_events: { leftOut: "numbers of the processor's notices, which name nobody" },
  sandbox_events: { leftOut: 'what the sandbox has told this server: it stands in the subscriptions' },
}

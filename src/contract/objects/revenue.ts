import * as v from 'valibot'
import { Count, Price } from '../primitives.ts'
import { Currency } from './plan.ts'

export const REVENUE_DAYS = 30

/** What subscriptions bring and cost: now, and in the last thirty days. */
export const Revenue = v.object({
  /** What running paid subscriptions bring in a month; a year counts a twelfth, a week 52 twelfths. */
  recurring: v.array(v.object({ currency: Currency, amount: Price })),
  /** Subscriptions that were paid for the first time. */
  new_subscriptions: Count,
  /** Subscriptions that had been paid and ended. */
  lost_subscriptions: Count,
  /** Free trials that ended, and how many of their users have paid since. */
  trials_ended: Count,
  trials_converted: Count,
  /** Attempts to charge that failed. */
  failed_payments: Count,
  tokens: Count,
  /** In US dollars; null without a price in the settings. */
  tokens_cost: v.nullable(Price),
  /** The same by the model that used them, most tokens first; null for answers from before models were recorded. */
  models: v.optional(v.array(v.object({ model: v.nullable(v.string()), tokens: Count, cost: v.nullable(Price) }))),
})
export type Revenue = v.InferOutput<typeof Revenue>

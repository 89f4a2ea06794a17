import * as v from 'valibot'
import { boundedArray, Count, Id, Price, says, Timestamp } from '../primitives.ts'

export const intervals = ['month', 'week', 'year', 'two_weeks'] as const
export const Interval = v.picklist(intervals, says('interval_invalid'))
export type Interval = v.InferOutput<typeof Interval>

export const currencies = ['USD', 'EUR', 'GBP'] as const
export const Currency = v.picklist(currencies, says('currency_required'))
export type Currency = v.InferOutput<typeof Currency>

/** How a tax relates to a price: added to it, or contained in it. */
export const TaxBehavior = v.picklist(['exclusive', 'inclusive'])
export type TaxBehavior = v.InferOutput<typeof TaxBehavior>

export const Plan = v.object({
  id: Id,
  name: v.string(),
  title: v.string(),
  description: v.string(),
  price: Price,
  currency: Currency,
  interval: Interval,
  features: v.array(v.string()),
  is_enabled: v.boolean(),
  is_archived: v.boolean(),
  product: v.string(),
  /** A limit of 0 means unlimited. */
  tokens_limit: Count,
  searches_limit: Count,
  /** Of a plan on sale, or as a subscription is charged; null when no tax is computed. */
  tax: v.optional(v.nullable(TaxBehavior), null),
})
export type Plan = v.InferOutput<typeof Plan>

/** A plan for admins. `version` increases with each change, for optimistic locking (see `PlanChange`). */
export const AdminPlan = v.object({ ...Plan.entries, version: Count })
export type AdminPlan = v.InferOutput<typeof AdminPlan>

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'canceled', 'incomplete'] as const
export const SubscriptionStatus = v.picklist(subscriptionStatuses)
export type SubscriptionStatus = v.InferOutput<typeof SubscriptionStatus>

/** What a promotion code takes off the price of a subscription. */
const Discount = v.object({
  code: v.string(),
  percent_off: v.nullable(v.number()),
  amount_off: v.nullable(Price),
  /** Periods that begin before are cheaper; null: as long as the subscription lasts, or the first payment only. */
  ends_at: v.nullable(Timestamp),
  /** Of a period that it makes cheaper. */
  reduced_price: Price,
})

export const Subscription = v.object({
  id: Id,
  status: SubscriptionStatus,
  created_at: Timestamp,
  current_period_start: Timestamp,
  current_period_end: Timestamp,
  cancel_at_period_end: v.boolean(),
  is_active_now: v.boolean(),
  /** Until when a subscription whose payment failed gives access; null for any other. */
  grace_until: v.optional(v.nullable(Timestamp), null),
  /** Given by an admin: it ends by itself, and is neither kept longer nor changed to another plan. */
  is_granted: v.optional(v.boolean(), false),
  /** The plan that replaces the present one when the period ends; null without such a change. */
  scheduled: v.optional(v.nullable(v.object({ plan_id: Id, starts_at: Timestamp, plan: Plan })), null),
  /** What a promotion code takes off the price; null without one. */
  discount: v.optional(v.nullable(Discount), null),
  plan: Plan,
})
export type Subscription = v.InferOutput<typeof Subscription>

/** More than anyone can use; larger numbers exceed what every database can calculate with. */
const LIMIT_MAX = 1e12

const limit = <Prefix extends 'tokens_limit' | 'searches_limit'>(prefix: Prefix) =>
  v.pipe(
    v.number((issue) => (issue.received === 'undefined' ? says(`${prefix}_required`) : says(`${prefix}_number`))),
    v.integer(says(`${prefix}_integer`)),
    v.minValue(0, says(`${prefix}_negative`)),
    v.maxValue(LIMIT_MAX, says('invalid')),
  )

/** Whether payment processors accept the price: zero, or between their smallest and largest charge. */
export const isPriceSold = (price: string): boolean =>
  Number(price) === 0 || (Number(price) >= 0.5 && Number(price) < 1_000_000)

/** The fields of a plan that an admin sets. */
export const PlanInput = v.object({
  name: v.pipe(
    v.string(says('name_required')),
    v.trim(),
    v.nonEmpty(says('name_required')),
    v.minLength(3, says('name_min')),
    v.maxLength(120, says('too_long')),
  ),
  title: v.pipe(
    v.string(says('title_required')),
    v.trim(),
    v.nonEmpty(says('title_required')),
    v.minLength(3, says('title_min')),
    v.maxLength(120, says('too_long')),
  ),
  description: v.pipe(
    v.string(says('description_required')),
    v.trim(),
    v.nonEmpty(says('description_required')),
    v.minLength(10, says('description_min')),
    v.maxLength(2000, says('too_long')),
  ),
  /** Normalises `007.50` to `7.50`, so that zero has one form, `0.00`. */
  price: v.pipe(
    Price,
    v.transform((text) => text.replace(/^0+(?=\d)/, '')),
    v.check(isPriceSold, says('price_range')),
  ),
  currency: Currency,
  interval: v.pipe(v.string(says('interval_required')), v.nonEmpty(says('interval_required')), Interval),
  features: v.pipe(
    boundedArray(
      v.pipe(v.string(says('invalid')), v.trim(), v.nonEmpty(says('invalid')), v.maxLength(200, says('too_long'))),
      40,
      { notAList: 'features_required' },
    ),
    v.minLength(1, says('features_required')),
  ),
  is_enabled: v.boolean(says('required')),
  tokens_limit: limit('tokens_limit'),
  searches_limit: limit('searches_limit'),
})
export type PlanInput = v.InferOutput<typeof PlanInput>

/** With `version`, a change in between is a conflict. Without it the last writer wins. */
export const PlanChange = v.object({ ...PlanInput.entries, version: v.optional(Count) })
export type PlanChange = v.InferOutput<typeof PlanChange>

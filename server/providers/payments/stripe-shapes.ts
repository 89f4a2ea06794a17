import * as v from 'valibot'
import type { SubscriptionStatus } from '#contract/objects/plan.ts'
import type { PaidSubscription, PaymentSession } from './payments.ts'

// The fields of Stripe's responses that are read (API 2026-10-28).

const Seconds = v.pipe(
  v.number(),
  v.integer(),
  v.transform((seconds) => new Date(seconds * 1000).toISOString()),
)

export const Named = v.object({ id: v.pipe(v.string(), v.nonEmpty()) })

const Session = v.object({
  id: v.string(),
  status: v.picklist(['open', 'complete', 'expired']),
  url: v.optional(v.nullable(v.string()), null),
})

/** Stripe's statuses without a counterpart are mapped to `canceled` (`incomplete_expired`) and `unpaid` (`paused`). */
const statuses: Record<string, SubscriptionStatus> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  canceled: 'canceled',
  unpaid: 'unpaid',
  paused: 'unpaid',
}

const Subscription = v.object({
  id: v.string(),
  status: v.string(),
  created: Seconds,
  cancel_at_period_end: v.boolean(),
  cancel_at: v.optional(v.nullable(v.number()), null),
  metadata: v.record(v.string(), v.string()),
  items: v.object({
    data: v.pipe(v.array(v.object({ current_period_start: Seconds, current_period_end: Seconds })), v.minLength(1)),
  }),
})

export function sessionOf(answer: unknown): PaymentSession {
  const { id, status, url } = v.parse(Session, answer)
  return { id, status, url }
}

export function subscriptionOf(answer: unknown): PaidSubscription {
  const { id, status, created, metadata, items, ...ends } = v.parse(Subscription, answer)
  const [item] = items.data
  if (item === undefined) throw new Error('a subscription without an item')
  return {
    id,
    status: statuses[status] ?? 'unpaid',
    wasPaid: status !== 'incomplete' && status !== 'incomplete_expired',
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    cancelAtPeriodEnd: ends.cancel_at_period_end || ends.cancel_at !== null,
    createdAt: created,
    metadata,
  }
}

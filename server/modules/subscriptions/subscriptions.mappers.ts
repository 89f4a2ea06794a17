import type { Subscription } from '#contract/objects/plan.ts'
import { isoTime } from '../../lib/time.ts'
import { decimalOf, minorUnitsOf, reduced } from '../../providers/payments/price-parts.ts'
import { toPlan } from '../plans/plans.mappers.ts'
import { isActiveNow } from './active-now.ts'
import type { SubscriptionRow } from './subscriptions.repository.ts'

/** `now` in milliseconds since 1970. */
export function toSubscription(row: SubscriptionRow, now: number): Subscription {
  const { subscription, plan, scheduled } = row
  return {
    id: subscription.id,
    status: subscription.status,
    created_at: subscription.created_at,
    current_period_start: subscription.current_period_start,
    current_period_end: subscription.current_period_end,
    cancel_at_period_end: subscription.cancel_at_period_end === 1,
    is_active_now: isActiveNow(subscription, isoTime(now)),
    grace_until: subscription.status === 'past_due' ? subscription.grace_until : null,
    is_granted: subscription.source === 'grant',
    scheduled:
      scheduled === null || subscription.scheduled_at === null
        ? null
        : { plan_id: scheduled.id, starts_at: subscription.scheduled_at, plan: toPlan(scheduled) },
    discount: discountOf(row, isoTime(now)),
    plan: { ...toPlan(plan), tax: subscription.tax_behavior },
  }
}

/** What a code takes off; null once no further period is cheaper. */
export function discountOf({ subscription, plan, code }: SubscriptionRow, now: string): Subscription['discount'] {
  const ends_at = subscription.discount_until
  if (code === undefined || subscription.status === 'canceled' || (ends_at !== null && ends_at <= now)) return null
  const { percent_off, amount_off } = code
  return {
    code: code.code,
    percent_off,
    amount_off: amount_off === null ? null : decimalOf(amount_off),
    ends_at,
    reduced_price: decimalOf(reduced(minorUnitsOf(plan.price), code)),
  }
}

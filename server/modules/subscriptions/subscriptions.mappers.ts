import type { Subscription } from '#contract/objects/plan.ts'
import { isoTime } from '../../lib/time.ts'
import { toPlan } from '../plans/plans.mappers.ts'
import { isActiveNow } from './active-now.ts'
import type { SubscriptionRow } from './subscriptions.repository.ts'

/** `now` in milliseconds since 1970. */
export function toSubscription({ subscription, plan, scheduled }: SubscriptionRow, now: number): Subscription {
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
    plan: { ...toPlan(plan), tax: subscription.tax_behavior },
  }
}

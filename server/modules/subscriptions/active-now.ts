import type { SubscriptionStatus } from '#contract/objects/plan.ts'

/** Statuses in which a subscription gives access until its period ends. */
export const activeStatuses = ['active', 'trialing'] as const satisfies readonly SubscriptionStatus[]

interface Standing {
  status: SubscriptionStatus
  current_period_end: string
  grace_until: string | null
}

/** Whether the subscription gives access: its period lasts, or the grace period of a failed payment. ISO 8601 times. */
export function isActiveNow(subscription: Standing, now: string): boolean {
  const { status, grace_until } = subscription
  return isPaidNow(subscription, now) || (status === 'past_due' && grace_until !== null && now < grace_until)
}

/** Whether the subscription is paid or in its trial, and its period lasts. */
export function isPaidNow({ status, current_period_end }: Omit<Standing, 'grace_until'>, now: string): boolean {
  return activeStatuses.some((active) => active === status) && now < current_period_end
}

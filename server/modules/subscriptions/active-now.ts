import type { SubscriptionStatus } from '#contract/objects/plan.ts'

/** Statuses in which a subscription gives access. */
export const activeStatuses = ['active', 'trialing'] as const satisfies readonly SubscriptionStatus[]

/** Whether the status gives access and the period has not ended. Times are ISO 8601. */
export function isActiveNow(
  subscription: { status: SubscriptionStatus; current_period_end: string },
  now: string,
): boolean {
  const { status, current_period_end } = subscription
  return activeStatuses.some((active) => active === status) && now < current_period_end
}

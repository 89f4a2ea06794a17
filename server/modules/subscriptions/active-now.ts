import type { SubscriptionStatus } from '#contract/objects/plan.ts'

/** Statuses under which a paid or trial period counts. */
export const activeStatuses = ['active', 'trialing'] as const satisfies readonly SubscriptionStatus[]

/** "Active now": active or trialing, and now before the period's end. Times are ISO 8601. */
export function isActiveNow(
  subscription: { status: SubscriptionStatus; current_period_end: string },
  now: string,
): boolean {
  const { status, current_period_end } = subscription
  return activeStatuses.some((active) => active === status) && now < current_period_end
}

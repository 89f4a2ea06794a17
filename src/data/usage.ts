import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import { PRODUCT } from '#contract/limits.ts'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { isFree } from '#lib/is-free.ts'
import { api } from '#session/api.ts'

export type UsageLimits = ResponseOf<typeof getUsageLimits>

const KEY = 'usage-limits'

/** The usage of a user and the limits of their plan. */
export const usageQuery = (userId: number) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: ({ signal }) => api.call(getUsageLimits, { signal, as: userId }),
    staleTime: 60_000,
  })

/** Reloads the usage after anything that changes it: an answer, a purchase. */
export const refreshUsage = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** The used share of a limit from which the user is warned, from 0 to 1. */
export const NEAR_LIMIT = 0.8

/** The used share of a limit, from 0 to 1; null where there is no limit or it is 0. */
export function shareOf({ used, limit }: UsageLimits['tokens']): number | null {
  if (limit === null || limit === 0) return null
  return Math.min(1, used / limit)
}

/**
 * Whether no plan follows the period that ends at `end` (ISO 8601), so that counting does not begin again. A free trial
 * and a cancelled subscription are not renewed; the trial of a plan that was bought is.
 */
export function endsWithPeriod({ subscriptions }: Pick<User, 'subscriptions'>, end: string): boolean {
  return subscriptions.every(({ plan, cancel_at_period_end, current_period_end, is_active_now }) => {
    if (!is_active_now || plan.product !== PRODUCT) return true
    return (cancel_at_period_end || isFree(plan.price)) && Date.parse(current_period_end) <= Date.parse(end)
  })
}

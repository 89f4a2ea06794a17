import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import { queryClient } from '#data/query-client.ts'
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

import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export type UsageLimits = ResponseOf<typeof getUsageLimits>

const KEY = 'usage-limits'

/** What a person has used and has left. */
export const usageQuery = (userId: number) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: ({ signal }) => api.call(getUsageLimits, { signal, as: userId }),
    staleTime: 60_000,
  })

/** After anything that uses, or gives back: an answer, a purchase. */
export const refreshUsage = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

/** From this share of 1 on the person is told. */
export const NEAR_LIMIT = 0.8

/** How much of a limit is used, from 0 to 1; null where there is none. */
export function shareOf({ used, limit }: UsageLimits['tokens']): number | null {
  if (limit === null || limit === 0) return null
  return Math.min(1, used / limit)
}

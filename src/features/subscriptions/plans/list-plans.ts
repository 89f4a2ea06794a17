import { queryOptions } from '@tanstack/react-query'
import { readSuccess } from '#api/read-success.ts'
import { listPlans } from '#contract/endpoints/subscriptions.ts'
import type { Plan } from '#contract/objects/plan.ts'
import { SAVED_AT_HEADER } from '#lib/service-worker/saved-at-header.ts'
import { api } from '#session/api.ts'

export interface SeenPlans {
  plans: Plan[]
  /** Milliseconds since 1970 when the service worker answered from its cache; null for the server's answer. */
  savedAt: number | null
}

/** Queries the plans on sale. The only query that is persisted (`persist-plans.ts`). */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }): Promise<SeenPlans> => {
    const response = await api.request(listPlans, { signal })
    const saved = Number(response.headers.get(SAVED_AT_HEADER) ?? Number.NaN)
    const plans = (await readSuccess(listPlans, response)) as Plan[]
    return { plans, savedAt: Number.isFinite(saved) ? saved : null }
  },
  gcTime: Number.POSITIVE_INFINITY,
  staleTime: ({ state }) => (state.data?.savedAt === null ? 60_000 : 0),
})

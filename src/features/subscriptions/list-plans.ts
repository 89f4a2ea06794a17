import { queryOptions } from '@tanstack/react-query'
import { listPlans } from '#contract/endpoints/subscriptions.ts'
import { api } from '#session/api.ts'

/** The plans that can be bought. The only query that outlives the page (`persist-plans.ts`). */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => api.call(listPlans, { signal }),
  gcTime: Number.POSITIVE_INFINITY,
  staleTime: 60_000,
})

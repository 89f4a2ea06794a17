import { queryOptions } from '@tanstack/react-query'
import { listAllPlans } from '#contract/endpoints/admin.ts'
import { PRODUCT } from '#contract/limits.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

/** Queries all plans of the provider, including archived ones. */
export const allPlansQuery = queryOptions({
  queryKey: ['admin', 'plans'],
  queryFn: ({ signal }) => api.call(listAllPlans, { signal }),
})

/** Invalidates both lists of plans and the admin's figures after a plan was created, changed or deleted. */
export async function refreshPlans(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: allPlansQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['plans'] }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'figures'] }),
  ])
}

/** Returns the plans of this product, without archived ones unless `showArchived`. */
export function visiblePlans(plans: readonly AdminPlan[], showArchived: boolean): AdminPlan[] {
  return plans.filter(({ product, is_archived }) => product === PRODUCT && (showArchived || !is_archived))
}

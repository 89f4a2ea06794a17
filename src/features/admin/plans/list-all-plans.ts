import { queryOptions } from '@tanstack/react-query'
import { listAllPlans } from '#contract/endpoints/admin.ts'
import { PRODUCT } from '#contract/limits.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

/** Every plan of the provider that an admin may see, archived ones too. */
export const allPlansQuery = queryOptions({
  queryKey: ['admin', 'plans'],
  queryFn: ({ signal }) => api.call(listAllPlans, { signal }),
})

/** After a plan was made, changed or deleted; the list on offer to everybody is read again too. */
export async function refreshPlans(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: allPlansQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['plans'] }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'figures'] }),
  ])
}

/** Plans of this product that are not archived; archived ones too when asked for. */
export function visiblePlans(plans: readonly AdminPlan[], showArchived: boolean): AdminPlan[] {
  return plans.filter(({ product, is_archived }) => product === PRODUCT && (showArchived || !is_archived))
}

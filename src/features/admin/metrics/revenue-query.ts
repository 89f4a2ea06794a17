import { queryOptions } from '@tanstack/react-query'
import { getRevenue } from '#contract/endpoints/admin-billing.ts'
import { api } from '#session/api.ts'

/** Below the key of the other figures, so that it is read again with them. */
export const revenueQuery = queryOptions({
  queryKey: ['admin', 'figures', 'revenue'],
  queryFn: ({ signal }) => api.call(getRevenue, { signal }),
})

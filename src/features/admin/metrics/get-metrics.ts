import { queryOptions } from '@tanstack/react-query'
import { getFigures } from '#contract/endpoints/admin.ts'
import { api } from '#session/api.ts'

export const metricsQuery = queryOptions({
  queryKey: ['admin', 'figures'],
  queryFn: ({ signal }) => api.call(getFigures, { signal }),
  staleTime: 60_000,
})

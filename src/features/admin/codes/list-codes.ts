import { queryOptions } from '@tanstack/react-query'
import { listPromotionCodes } from '#contract/endpoints/admin-billing.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export const codesQuery = queryOptions({
  queryKey: ['admin', 'codes'],
  queryFn: ({ signal }) => api.call(listPromotionCodes, { signal }),
})

export const refreshCodes = (): Promise<void> => queryClient.invalidateQueries({ queryKey: codesQuery.queryKey })

import { queryOptions } from '@tanstack/react-query'
import { getConfig } from '#contract/endpoints/companion.ts'
import { api } from '#session/api.ts'

/** What the app must know of this server; it changes only when the server is set up anew. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.call(getConfig, { signal }),
  staleTime: 10 * 60_000,
})

import { queryOptions } from '@tanstack/react-query'
import { getConfig } from '#contract/endpoints/companion.ts'
import { api } from '#session/api.ts'

/** The server's configuration; it changes only when the server is deployed again. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.call(getConfig, { signal }),
  staleTime: 10 * 60_000,
})

import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { getConfig } from '#contract/endpoints/companion.ts'
import { api } from '#session/api.ts'
import { knownConfig } from './config.ts'
import { queryClient } from './query-client.ts'

/** The server's configuration, read again after ten minutes: admins change parts of it, such as the legal texts. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.call(getConfig, { signal }),
  staleTime: 10 * 60_000,
})

/** Copies the configuration to `knownConfig` until the returned function is called. */
export function followConfig(): () => void {
  const observer = new QueryObserver(queryClient, configQuery)
  const copy = () => {
    const { data } = observer.getCurrentResult()
    if (data) knownConfig.set(data)
  }
  copy()
  return observer.subscribe(copy)
}

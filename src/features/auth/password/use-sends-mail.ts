import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'

/** False on a server without a configured mail server, once that is known. */
export function useSendsMail(): boolean {
  return useQuery(configQuery, queryClient).data?.mail !== false
}

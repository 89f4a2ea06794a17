import { queryOptions } from '@tanstack/react-query'
import { getUser } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { refreshUsers } from '../users/list-users.ts'

/** For a provider, each reading is noted in the audit. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => api.call(getUser, { signal, params: { id } }),
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })

/** After something of the person was changed. Their page is not read again: each reading is noted too. */
export async function refreshAudit(id: number): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['admin', 'audit', id] }), refreshUsers()])
}

import { queryOptions } from '@tanstack/react-query'
import { getUser } from '#contract/endpoints/admin.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { refreshUsers } from '../users/list-users.ts'

/** Queries a user; the server records each request by a provider in the audit log. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => api.call(getUser, { signal, params: { id } }),
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })

/** Reads the audit log again after a change. The user is not read again, because that would be recorded too. */
export async function refreshAudit(id: number): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['admin', 'audit', id] }), refreshUsers()])
}

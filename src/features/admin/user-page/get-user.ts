import { queryOptions } from '@tanstack/react-query'
import { getUser } from '#contract/endpoints/admin.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import type { User } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { refreshUsers } from '../users/list-users.ts'

/** Queries a user; the server records each request in the audit log. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => api.call(getUser, { signal, params: { id } }),
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })

/** Reads the timeline again after a change. The user is not read again, because that would be recorded too. */
export async function refreshActivity(id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['admin', 'timeline', id] }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'subscriptions'] }),
    refreshUsers(),
  ])
}

/** Reads a user and the timeline again; also after a failure, because the response to a change may be lost. */
export function readUserAgain(id: number): void {
  void queryClient.invalidateQueries({ queryKey: userQuery(id).queryKey })
  void refreshActivity(id)
}

/** Shows a changed user, and what was done in the timeline. */
export function storeUser(user: User): void {
  queryClient.setQueryData(userQuery(user.id).queryKey, user)
  void refreshActivity(user.id)
}

/** Replaces a changed subscription of a user who is shown. */
export function storeSubscription(id: number, changed: Subscription): void {
  queryClient.setQueryData(userQuery(id).queryKey, (user) => {
    if (user === undefined) return undefined
    return { ...user, subscriptions: user.subscriptions.map((old) => (old.id === changed.id ? changed : old)) }
  })
  void refreshActivity(id)
}

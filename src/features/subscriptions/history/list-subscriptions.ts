import { queryOptions } from '@tanstack/react-query'
import { subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

const KEY = 'subscriptions'

/** Queries all subscriptions of a user to this product, newest first. */
export const historyQuery = (userId: number) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: async ({ signal }) => (await api.call(subscriptionDetails, { signal, as: userId })).subscriptions,
  })

/** Invalidates the list after a purchase or a cancellation. */
export const refreshHistory = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

import { queryOptions } from '@tanstack/react-query'
import { subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export const HISTORY_KEY = 'subscriptions'

/** Queries all subscriptions of a user to this product, newest first. */
export const historyQuery = (userId: number) =>
  queryOptions({
    queryKey: [HISTORY_KEY, userId],
    queryFn: async ({ signal }) => (await api.call(subscriptionDetails, { signal, as: userId })).subscriptions,
  })

/** Invalidates the lists of subscriptions and invoices after any change. */
export const refreshHistory = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [HISTORY_KEY] })

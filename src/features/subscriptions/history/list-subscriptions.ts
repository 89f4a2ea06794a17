import { queryOptions } from '@tanstack/react-query'
import { subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

const KEY = 'subscriptions'

/** Everything a person has had of this product, newest first. */
export const historyQuery = (userId: number) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: async ({ signal }) => (await api.call(subscriptionDetails, { signal, as: userId })).subscriptions,
  })

/** After a purchase or its end. */
export const refreshHistory = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })

import { queryOptions } from '@tanstack/react-query'
import { isApiError } from '#api/errors.ts'
import { checkoutSuccess } from '#contract/endpoints/subscriptions.ts'
import { refreshUsage } from '#data/usage.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'
import { delayAfter } from './poll-delay.ts'

/** An unknown purchase, or one of another user: polling again changes nothing. */
export const isUnknown = (error: unknown): boolean => isApiError(error) && error.status === 404

/**
 * Polls the state of a purchase with a backoff until it is decided. Once complete, the signed-in user is refetched,
 * because it contains the subscription that the composer and the guards check. A request is not aborted when the page
 * is left meanwhile: every other page would go on offering what is bought.
 */
export const confirmCheckoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: async () => {
      const outcome = await api.call(checkoutSuccess, { query: { session_id: sessionId } })
      if (outcome.status === 'complete') await Promise.all([refreshUser(), refreshUsage(), refreshHistory()])
      return outcome
    },
    retry: false,
    refetchInterval: ({ state }) => {
      const isDecided = state.data !== undefined && state.data.status !== 'pending'
      if (isDecided || isUnknown(state.error)) return false
      return delayAfter(state.dataUpdateCount + state.errorUpdateCount)
    },
  })

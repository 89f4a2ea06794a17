import { queryOptions } from '@tanstack/react-query'
import { isApiError } from '#api/errors.ts'
import { checkoutSuccess } from '#contract/endpoints/subscriptions.ts'
import { refreshUsage } from '#data/usage.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'
import { delayAfter } from './poll-delay.ts'

/** A purchase that nobody knows, or somebody else's: asking again changes nothing. */
export const isUnknown = (error: unknown): boolean => isApiError(error) && error.status === 404

/**
 * What became of a purchase; asked again, less and less often, until it is decided. Once it is complete, the signed-in
 * user is read anew, as it carries the subscription: the composer and the guards follow it.
 */
export const confirmCheckoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: async ({ signal }) => {
      const outcome = await api.call(checkoutSuccess, { query: { session_id: sessionId }, signal })
      if (outcome.status === 'complete') await Promise.all([refreshUser(signal), refreshUsage(), refreshHistory()])
      return outcome
    },
    retry: false,
    refetchInterval: ({ state }) => {
      const isDecided = state.data !== undefined && state.data.status !== 'pending'
      if (isDecided || isUnknown(state.error)) return false
      return delayAfter(state.dataUpdateCount + state.errorUpdateCount)
    },
  })

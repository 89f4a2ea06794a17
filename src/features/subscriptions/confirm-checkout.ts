import { queryOptions } from '@tanstack/react-query'
import { checkoutSuccess } from '#contract/endpoints/subscriptions.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { refreshUsage } from '#session/usage.ts'

/** What became of a purchase; once it is complete, the signed-in user is read anew, as it carries the subscription. */
export const confirmCheckoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: async ({ signal }) => {
      const outcome = await api.call(checkoutSuccess, { query: { session_id: sessionId }, signal })
      if (outcome.status === 'complete') await Promise.all([refreshUser(signal), refreshUsage()])
      return outcome
    },
  })

import { queryOptions } from '@tanstack/react-query'
import { getProfile } from '#contract/endpoints/accounts.ts'
import { checkoutSuccess } from '#contract/endpoints/subscriptions.ts'
import { updateUser } from '#session/actions.ts'
import { api } from '#session/api.ts'

/** What became of a purchase; once it is complete, the signed-in user is read anew, as it carries the subscription. */
export const confirmCheckoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: async ({ signal }) => {
      const outcome = await api.call(checkoutSuccess, { query: { session_id: sessionId }, signal })
      if (outcome.status === 'complete') await updateUser(await api.call(getProfile, { signal }))
      return outcome
    },
  })

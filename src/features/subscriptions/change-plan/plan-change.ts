import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { changePlan, previewPlanChange } from '#contract/endpoints/billing.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'
import { storeSubscription } from '../current-plan/store-subscription.ts'

export type Quote = ResponseOf<typeof previewPlanChange>
interface Wanted {
  subscriptionId: number
  planId: number
}

/** What a change of plan costs now; fetched anew each time the dialog opens. */
export const quoteQuery = ({ subscriptionId, planId }: Wanted) =>
  queryOptions({
    queryKey: ['plan-change', subscriptionId, planId],
    queryFn: ({ signal }) =>
      api.call(previewPlanChange, { body: { subscription_id: subscriptionId, plan_id: planId }, signal }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** Changes the plan for exactly the shown amount. After a refusal the amount is fetched again. Throws like the call. */
export async function acceptQuote(wanted: Wanted, { quoted_at, due_now }: Quote): Promise<void> {
  const body = { subscription_id: wanted.subscriptionId, plan_id: wanted.planId, quoted_at, due_now }
  try {
    await storeSubscription(api.call(changePlan, { body }))
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: quoteQuery(wanted).queryKey })
    throw error
  }
}

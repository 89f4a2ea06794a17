import { queryOptions } from '@tanstack/react-query'
import { answerSandboxCheckout, getSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export type CheckoutChoice = 'pay' | 'decline' | 'leave'

export const sandboxQuery = (session: string) =>
  queryOptions({
    queryKey: ['sandbox-checkout', session],
    queryFn: ({ signal }) => api.call(getSandboxCheckout, { params: { session }, signal }),
  })

/** Simulates the user's action at the payment processor's page. Returns the next address. */
export async function answerCheckout(session: string, outcome: CheckoutChoice): Promise<string> {
  const { redirect_url } = await api.call(answerSandboxCheckout, { params: { session }, body: { outcome } })
  return redirect_url
}

export const lookAgain = (session: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sandboxQuery(session).queryKey })

import { queryOptions } from '@tanstack/react-query'
import { answerSandboxCheckout, getSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import { queryClient } from '#data/query-client.ts'
import { api } from '#session/api.ts'

export type SandboxOutcome = 'pay' | 'decline' | 'leave'

export const sandboxQuery = (session: string) =>
  queryOptions({
    queryKey: ['sandbox-checkout', session],
    queryFn: ({ signal }) => api.call(getSandboxCheckout, { params: { session }, signal }),
  })

/** Does what a person does at a payment processor's page. Answers where it goes on. */
export async function answerCheckout(session: string, outcome: SandboxOutcome): Promise<string> {
  const { redirect_url } = await api.call(answerSandboxCheckout, { params: { session }, body: { outcome } })
  return redirect_url
}

export const lookAgain = (session: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sandboxQuery(session).queryKey })

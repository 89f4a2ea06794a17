import { checkout } from '#contract/endpoints/subscriptions.ts'
import { api } from '#session/api.ts'

/** Begins a purchase; a free plan starts at once. Answers the id by which its outcome can be asked. */
export async function startCheckout(planId: number): Promise<string> {
  const { session_id } = await api.call(checkout, { body: { plan_id: planId } })
  return session_id
}

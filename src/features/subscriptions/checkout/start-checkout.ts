import { checkout } from '#contract/endpoints/subscriptions.ts'
import { api } from '#session/api.ts'

/** Begins a purchase; a free plan starts at once. Answers the address where it goes on. */
export async function startCheckout(planId: number): Promise<string> {
  const { checkout_url } = await api.call(checkout, { body: { plan_id: planId } })
  return checkout_url
}

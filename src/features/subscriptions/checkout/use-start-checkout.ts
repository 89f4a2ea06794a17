import { queryClient } from '#data/query-client.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { plansQuery } from '../plans/list-plans.ts'
import { startCheckout } from './start-checkout.ts'
import { useCheckoutStep } from './use-checkout-step.ts'

/** Begins a purchase, by the plan's id, and goes where it goes on. */
export const useStartCheckout = () => useCheckoutStep(startCheckout, lookAgain)

/** What was refused may be for something that is not known here yet: a plan withdrawn, one bought on another device. */
function lookAgain(): void {
  void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey })
  // The failure that is shown says enough.
  refreshUser().catch(() => undefined)
}

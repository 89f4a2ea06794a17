import { checkout, checkoutSuccess, subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/route.ts'
import { finishCheckout } from './finish-checkout.ts'
import { readSubscriptions } from './read-subscriptions.ts'
import { startCheckout } from './start-checkout.ts'

export function subscriptionRoutes(dependencies: Dependencies): Route[] {
  return [
    route(checkout, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await startCheckout(dependencies, caller, body.plan_id),
      }),
    }),
    route(checkoutSuccess, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, query }) => ({
        status: 200,
        body: await finishCheckout(dependencies, caller.id, query.session_id),
      }),
    }),
    route(subscriptionDetails, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({
        status: 200,
        body: { subscriptions: await readSubscriptions(dependencies, caller.id) },
      }),
    }),
  ]
}

import * as calls from '#contract/endpoints/ratings/ratings.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { listOffers } from './offers/list-offers.ts'
import { offerExchange } from './offers/offer-exchange.ts'
import { withdrawOffer } from './offers/withdraw-offer.ts'
import { assignExchanges } from './queue/assign-exchanges.ts'
import { rateExchange } from './queue/rate-exchange.ts'

/** Exchanges that users offer for rating, and the ratings of validators. */
export function ratingRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listOffers, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: { results: await listOffers(dependencies, caller.id) } }),
    }),
    route(calls.offerExchange, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: await offerExchange(dependencies, caller.id, params.id, body),
      }),
    }),
    route(calls.withdrawOffer, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params }) => {
        await withdrawOffer(dependencies, caller.id, params.id)
        return { status: 204 }
      },
    }),
    route(calls.listExchangesToRate, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: { results: await assignExchanges(dependencies, caller) } }),
    }),
    route(calls.rateExchange, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => {
        await rateExchange(dependencies, caller.id, body)
        return { status: 204 }
      },
    }),
  ]
}

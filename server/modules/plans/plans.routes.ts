import { listPlans } from '#contract/endpoints/subscriptions.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/route.ts'
import { listBuyablePlans } from './plans.repository.ts'
import { toPlan } from './to-plan.ts'

export function planRoutes({ db }: Dependencies): Route[] {
  return [
    route(listPlans, {
      owns: 'nobody',
      limit: 'public',
      handle: async () => ({ status: 200, body: (await listBuyablePlans(db)).map(toPlan) }),
    }),
  ]
}

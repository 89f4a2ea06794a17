import * as calls from '#contract/endpoints/subscriptions.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/route.ts'
import { listPlans } from './list-plans.ts'

export function planRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listPlans, {
      owns: 'nobody',
      limit: 'public',
      handle: async () => ({ status: 200, body: await listPlans(dependencies) }),
    }),
  ]
}

import { getUsageLimits } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { readUsage } from './use-cases/read-usage.ts'

export function usageRoutes(dependencies: Dependencies): Route[] {
  return [
    route(getUsageLimits, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readUsage(dependencies, caller.id) }),
    }),
  ]
}

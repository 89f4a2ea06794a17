import { getFigures } from '#contract/endpoints/admin.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { readMetrics } from './use-cases/read-metrics.ts'

export function adminMetricsRoutes(dependencies: Pick<Dependencies, 'db' | 'now'>): Route[] {
  return [
    route(getFigures, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({ status: 200, body: await readMetrics(dependencies) }),
    }),
  ]
}

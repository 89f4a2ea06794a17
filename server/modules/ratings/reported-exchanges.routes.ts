import * as calls from '#contract/endpoints/ratings/reported-exchanges.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { dismissReports, getReportedExchange, withdrawReported } from './reported/decide-on-exchange.ts'
import { listReportedExchanges } from './reported/list-reported-exchanges.ts'

/** Exchanges that validators have reported, for admins. */
export function reportedExchangeRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listReportedExchanges, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ query }) => ({ status: 200, body: await listReportedExchanges(dependencies, query) }),
    }),
    route(calls.getReportedExchange, {
      owns: 'anybody',
      limit: 'read',
      audit: 'exchange.viewed',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await getReportedExchange(dependencies, params.id, record),
      }),
    }),
    route(calls.dismissExchangeReports, {
      owns: 'anybody',
      limit: 'write',
      audit: 'exchange.dismissed',
      handle: async ({ params, body, record }) => {
        await dismissReports(dependencies, { ...params, ...body }, record)
        return { status: 204 }
      },
    }),
    route(calls.withdrawReportedExchange, {
      owns: 'anybody',
      limit: 'write',
      audit: 'exchange.withdrawn',
      handle: async ({ params, record }) => {
        await withdrawReported(dependencies, params.id, record)
        return { status: 204 }
      },
    }),
  ]
}

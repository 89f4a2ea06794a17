import * as calls from '#contract/endpoints/feedback.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { countRatings } from './use-cases/count-ratings.ts'
import { getReport } from './use-cases/get-report.ts'
import { listReports } from './use-cases/list-reports.ts'
import { replyToReport } from './use-cases/reply-to-report.ts'
import { updateReport } from './use-cases/update-report.ts'

/** Reports about answers, for admins. */
export function reportRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listReports, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ query }) => ({ status: 200, body: await listReports(dependencies, query) }),
    }),
    route(calls.countRatings, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({ status: 200, body: await countRatings(dependencies) }),
    }),
    route(calls.getReport, {
      owns: 'anybody',
      limit: 'read',
      audit: 'report.viewed',
      handle: async ({ params, record }) => ({ status: 200, body: await getReport(dependencies, params.id, record) }),
    }),
    route(calls.updateReport, {
      owns: 'anybody',
      limit: 'write',
      audit: 'report.changed',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await updateReport(dependencies, { ...params, ...body }, record),
      }),
    }),
    route(calls.replyToReport, {
      owns: 'anybody',
      limit: 'write',
      audit: 'report.replied',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await replyToReport(dependencies, { ...params, ...body }, record),
      }),
    }),
  ]
}

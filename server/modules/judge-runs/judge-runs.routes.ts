import * as calls from '#contract/endpoints/ratings/judge-runs.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { compareJudgeRun } from './compare-judge-run.ts'
import { listJudgeRuns } from './list-judge-runs.ts'
import { startJudgeRun, stopJudgeRun } from './start-judge-run.ts'

/** Runs of judges over the exchanges that people have rated, for admins. */
export function judgeRunRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listJudgeRuns, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({ status: 200, body: await listJudgeRuns(dependencies) }),
    }),
    route(calls.startJudgeRun, {
      owns: 'anybody',
      limit: 'write',
      audit: 'judge.tried',
      handle: async ({ body, record }) => ({ status: 200, body: await startJudgeRun(dependencies, body, record) }),
    }),
    route(calls.stopJudgeRun, {
      owns: 'anybody',
      limit: 'write',
      audit: 'judge.stopped',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await stopJudgeRun(dependencies, params.id, record),
      }),
    }),
    route(calls.compareJudgeRun, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ params }) => ({ status: 200, body: await compareJudgeRun(dependencies, params.id) }),
    }),
  ]
}

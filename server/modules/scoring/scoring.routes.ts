import * as calls from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import type { OpenCalls } from '../../limits/open-calls.ts'
import { requireQuota } from '../usage/use-cases/check-quota.ts'
import { listScores } from './use-cases/list-scores.ts'
import { scoreAgain } from './use-cases/score-again.ts'

export function scoreRoutes(dependencies: Dependencies, { openCalls }: { openCalls: OpenCalls }): Route[] {
  return [
    route(calls.listScores, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => ({
        status: 200,
        body: await listScores(dependencies, caller.id, params.id),
      }),
    }),
    route(calls.scoreMessage, {
      owns: 'self',
      limit: 'score',
      handle: async ({ caller, params, body, signal, draining }) => {
        const open = openCalls.open(caller.id)
        const ended = AbortSignal.any([signal, draining, open.signal])
        const where = { chatId: params.id, messageId: body.message, signal: ended }
        const allowed = () => requireQuota(dependencies, caller)
        try {
          return { status: 200, body: await scoreAgain(dependencies, caller.id, where, allowed) }
        } finally {
          open.close()
        }
      },
    }),
  ]
}

import { answerTemporarily } from '#contract/endpoints/temporary.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { eventStream } from '../../http/response/sse.ts'
import { createOpenCalls } from '../../limits/open-calls.ts'
import { temporaryCallLimits } from '../../limits/rate-limits.ts'
import { answerTemporary } from './use-cases/answer-temporary.ts'
import { beginTemporary } from './use-cases/begin-temporary.ts'
import { createTemporaryScorer } from './use-cases/score-temporary.ts'

export function temporaryRoutes(dependencies: Dependencies): Route[] {
  // Each call runs the model itself, so fewer are allowed than of those that follow an answer.
  const calls = createOpenCalls(temporaryCallLimits)
  const deps = { ...dependencies, score: createTemporaryScorer(dependencies) }
  return [
    route(answerTemporarily, {
      owns: 'self',
      limit: 'send',
      handle: async (call) => {
        const { caller, body, language, log } = call
        const open = calls.open(caller.id)
        try {
          const begun = await beginTemporary(deps, caller, { ...body, language })
          const options = { language, log, onEnded: open.release }
          return eventStream((signal) => answerTemporary(deps, begun, { ...options, signal }), {
            ...call,
            signal: AbortSignal.any([call.signal, open.signal]),
            onEnd: open.close,
          })
        } catch (error) {
          open.close()
          throw error
        }
      },
    }),
  ]
}

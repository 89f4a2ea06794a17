import { markAnswerSeen, subscribeToPush, unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { seenTopic } from './seen-topic.ts'
import { subscribe } from './use-cases/subscribe.ts'
import { unsubscribe } from './use-cases/unsubscribe.ts'

export function pushRoutes(dependencies: Dependencies): Route[] {
  return [
    route(subscribeToPush, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => ({ status: (await subscribe(dependencies, caller, body)) ? 201 : 200 }),
    }),
    route(unsubscribeFromPush, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => {
        await unsubscribe(dependencies, caller.id, body.endpoint)
        return { status: 204 }
      },
    }),
    route(markAnswerSeen, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => {
        await dependencies.bus.publish(seenTopic(caller.id, body.message), caller.sessionId)
        return { status: 204 }
      },
    }),
  ]
}

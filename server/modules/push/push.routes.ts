import { subscribeToPush, unsubscribeFromPush } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/route.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'

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
  ]
}

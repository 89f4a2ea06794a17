import * as calls from '#contract/endpoints/shares.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { endShare } from './use-cases/end-share.ts'
import { getShare, listShares } from './use-cases/list-shares.ts'
import { shareChat } from './use-cases/share-chat.ts'

export function shareRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listSharedChats, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: { results: await listShares(dependencies, caller.id) } }),
    }),
    route(calls.getShare, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => ({
        status: 200,
        body: { share: await getShare(dependencies, caller.id, params.id) },
      }),
    }),
    route(calls.shareChat, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: await shareChat(dependencies, caller.id, params.id, body),
      }),
    }),
    route(calls.endShare, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params }) => {
        await endShare(dependencies, caller.id, params.id)
        return { status: 204 }
      },
    }),
  ]
}

import * as calls from '#contract/endpoints/accounts.ts'
import { type Route, route } from '../../http/api/route.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'

export function sessionRoutes(deps: AccountDeps): Route[] {
  return [
    route(calls.listSessions, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: { results: await listSessions(deps, caller) } }),
    }),
    route(calls.deleteSession, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params }) => {
        await endSession(deps, caller.id, params.id)
        return { status: 204 }
      },
    }),
  ]
}

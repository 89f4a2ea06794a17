import * as calls from '#contract/endpoints/import.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { requireSubscription } from '../subscriptions/use-cases/entitlement.ts'
import { checkImport } from './use-cases/check-import.ts'
import { importChats } from './use-cases/import-chats.ts'

export function importRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.checkImport, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: { results: await checkImport(dependencies, caller.id, body.chats) },
      }),
    }),
    route(calls.importChats, {
      owns: 'self',
      limit: 'import',
      handle: async ({ caller, body }) => {
        await requireSubscription(dependencies, caller)
        return { status: 200, body: { results: await importChats(dependencies, caller.id, body) } }
      },
    }),
  ]
}

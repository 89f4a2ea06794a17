import * as calls from '#contract/endpoints/admin.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { checkAudit } from './use-cases/check-audit.ts'
import { listAudit } from './use-cases/list-audit.ts'

export function auditRoutes({ db }: Dependencies): Route[] {
  return [
    route(calls.listAudit, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ query }) => ({ status: 200, body: await listAudit(db, query) }),
    }),
    route(calls.checkAudit, {
      owns: 'anybody',
      limit: 'check',
      audit: 'nothing',
      handle: async () => ({ status: 200, body: await checkAudit(db) }),
    }),
  ]
}

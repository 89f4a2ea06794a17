import { listAudit as listAuditCall } from '#contract/endpoints/admin.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { listAudit } from './use-cases/list-audit.ts'

export function auditRoutes({ db }: Dependencies): Route[] {
  return [
    route(listAuditCall, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ query }) => ({ status: 200, body: await listAudit(db, query) }),
    }),
  ]
}

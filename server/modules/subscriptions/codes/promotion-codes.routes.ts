import * as adminCalls from '#contract/endpoints/admin-billing.ts'
import { checkPromotionCode } from '#contract/endpoints/subscriptions.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Route, route } from '../../../http/api/route.ts'
import { checkCode } from './use-cases/check-code.ts'
import { createCode } from './use-cases/create-code.ts'
import { endCode } from './use-cases/end-code.ts'
import { listCodes } from './use-cases/list-codes.ts'

export function promotionCodeRoutes(dependencies: Dependencies): Route[] {
  return [
    route(checkPromotionCode, {
      owns: 'self',
      limit: 'code',
      handle: async ({ caller, body }) => ({ status: 200, body: await checkCode(dependencies, caller.id, body) }),
    }),
    route(adminCalls.listPromotionCodes, {
      owns: 'nobody',
      limit: 'read',
      audit: 'nothing',
      handle: async () => ({ status: 200, body: await listCodes(dependencies) }),
    }),
    route(adminCalls.createPromotionCode, {
      owns: 'nobody',
      limit: 'write',
      audit: 'code.created',
      handle: async ({ body, record }) => ({ status: 201, body: await createCode(dependencies, body, record) }),
    }),
    route(adminCalls.endPromotionCode, {
      owns: 'nobody',
      limit: 'write',
      audit: 'code.ended',
      handle: async ({ params, record }) => ({ status: 200, body: await endCode(dependencies, params.id, record) }),
    }),
  ]
}

import { getAgreement } from '#contract/endpoints/ratings/agreement.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Route, route } from '../../../http/api/route.ts'
import { createAgreementCache } from './create-agreement-cache.ts'

export function agreementRoutes(dependencies: Dependencies): Route[] {
  const agreement = createAgreementCache(dependencies)
  return [
    route(getAgreement, {
      owns: 'nobody',
      limit: 'public',
      handle: async () => ({ status: 200, body: await agreement() }),
    }),
  ]
}

import { listAllModels as listAllModelsCall, switchModel as switchModelCall } from '#contract/endpoints/admin.ts'
import { listModels as listModelsCall } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { listAllModels, listModels } from './use-cases/list-models.ts'
import { switchModel } from './use-cases/switch-model.ts'

export function modelRoutes(dependencies: Dependencies): Route[] {
  return [
    route(listModelsCall, {
      owns: 'nobody',
      limit: 'read',
      handle: async ({ language }) => ({ status: 200, body: await listModels(dependencies, language) }),
    }),
    route(listAllModelsCall, {
      owns: 'nobody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ language }) => ({ status: 200, body: await listAllModels(dependencies, language) }),
    }),
    route(switchModelCall, {
      owns: 'nobody',
      limit: 'write',
      audit: 'model.switched',
      handle: async ({ body, language, record }) => {
        await switchModel(dependencies, body, record)
        return { status: 200, body: await listAllModels(dependencies, language) }
      },
    }),
  ]
}

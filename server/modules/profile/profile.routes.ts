import { getChatProfile, updateChatProfile } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { readProfile } from './use-cases/read-profile.ts'
import { updateProfile } from './use-cases/update-profile.ts'

export function profileRoutes(dependencies: Dependencies): Route[] {
  return [
    route(getChatProfile, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readProfile(dependencies.db, caller.id) }),
    }),
    route(updateChatProfile, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await updateProfile(dependencies, caller.id, body),
      }),
    }),
  ]
}

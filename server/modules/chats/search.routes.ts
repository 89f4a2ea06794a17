import { search } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { searchChats } from './use-cases/search-chats.ts'

export function searchRoutes(dependencies: Dependencies): Route[] {
  return [
    route(search, {
      owns: 'self',
      limit: 'search',
      handle: async ({ caller, query }) => ({
        status: 200,
        body: { results: await searchChats(dependencies, caller.id, query.q) },
      }),
    }),
  ]
}

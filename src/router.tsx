import { createRouter } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'
import { routeTree } from './routeTree.gen.ts'

/** Pages are fetched when a link to them is hovered, focused or touched. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

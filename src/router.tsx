import { createRouter } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'
import { routeTree } from './routeTree.gen.ts'

/** Creates the router; it preloads a page when a link to it is hovered, focused or touched. */
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

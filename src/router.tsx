import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'
import { routeTree } from './routeTree.gen.ts'

/** Creates the router, by default with the browser's history; it preloads a page when a link is hovered or touched. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    ...(history && { history }),
    routeTree,
    defaultPreload: 'intent',
    // For a page that the build renders it would add an inline script.
    scrollRestoration: history === undefined,
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'
import { routeTree } from './routeTree.gen.ts'

/**
 * Creates the router, by default with the browser's history; it preloads a page when a link is hovered or touched. While
 * `keepsScroll` returns true, it leaves the scroll position as it is.
 */
export function createAppRouter(history?: RouterHistory, keepsScroll = () => false) {
  return createRouter({
    ...(history && { history }),
    routeTree,
    defaultPreload: 'intent',
    // For a page that the build renders it would add an inline script.
    scrollRestoration: history === undefined && (() => !keepsScroll()),
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'

/** Paths that are not screens: the API, the server's own pages, and anything with a file ending. */
const notScreens = [/^\/api\//, /^\/(?:healthz|readyz|metrics)$/, /\/[^/?]+\.[^/?]+$/]

const plansPath = '/api/v1/accounts/plans/'

/** Answers the shell from the precache, every screen's address with index.html, and keeps the plan list. */
export function answerFromCaches(shell: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...shell])
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }))
  // The strategy itself keeps only answers of status 200.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === plansPath,
    new StaleWhileRevalidate({ cacheName: 'plans' }),
  )
}

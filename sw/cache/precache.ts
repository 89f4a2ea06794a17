import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { chatScreens, notScreens, visitorPages } from '../screen-urls.ts'
import { cachePhotos } from './cache-photos.ts'
import { cachePlans } from './cache-plans.ts'

/** A retried script has this query parameter (src/lib/lazy/load-chunk.ts); the hash in its name implies its content. */
const RETRY = /^retry$/

/** Serves the app shell from the precache, a page for each screen URL, and caches the plan list and photos. */
export function answerFromCaches(shell: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...shell], { ignoreURLParametersMatching: [RETRY], directoryIndex: 'start.html' })
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/chat.html'), { allowlist: [chatScreens] }))
  for (const [page, path] of visitorPages) {
    registerRoute(new NavigationRoute(createHandlerBoundToURL(page), { allowlist: [path] }))
  }
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }))
  cachePlans()
  cachePhotos()
}

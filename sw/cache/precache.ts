import { cleanupOutdatedCaches, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { chatScreens, notScreens, visitorPages } from '#lib/service-worker/screen-urls.ts'
import { cacheNewsletter } from './cache-newsletter.ts'
import { cachePhotos } from './cache-photos.ts'
import { cachePlans } from './cache-plans.ts'
import { createPrecache } from './create-precache.ts'
import { addStaticRoutes } from './static-routes.ts'

/** A retried script has this query parameter (src/lib/lazy/load-chunk.ts); the hash in its name implies its content. */
const RETRY = /^retry$/

/** Serves the app shell from the precache, a page for each screen URL, and caches the plan list and photos. */
export function answerFromCaches(shell: readonly (PrecacheEntry | string)[], self: ServiceWorkerGlobalScope): void {
  const { precache, fill } = createPrecache(shell)
  self.addEventListener('install', (event) => {
    addStaticRoutes(event, precache.strategy.cacheName)
    event.waitUntil(fill(event))
  })
  self.addEventListener('activate', (event) => void precache.activate(event))
  registerRoute(new PrecacheRoute(precache, { ignoreURLParametersMatching: [RETRY], directoryIndex: 'start.html' }))
  cleanupOutdatedCaches()
  const page = (url: string) => precache.createHandlerBoundToURL(url)
  registerRoute(new NavigationRoute(page('/chat.html'), { allowlist: [chatScreens] }))
  for (const [url, path] of visitorPages) {
    registerRoute(new NavigationRoute(page(url), { allowlist: [path] }))
  }
  registerRoute(new NavigationRoute(page('/index.html'), { denylist: notScreens }))
  cacheNewsletter()
  cachePlans()
  cachePhotos()
}

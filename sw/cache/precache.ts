import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { chatScreens, notScreens, visitorPages } from '../screen-urls.ts'
import { cacheNewsletter } from './cache-newsletter.ts'
import { cachePhotos } from './cache-photos.ts'
import { cachePlans } from './cache-plans.ts'
import { addStaticRoutes } from './static-routes.ts'

/** A retried script has this query parameter (src/lib/lazy/load-chunk.ts); the hash in its name implies its content. */
const RETRY = /^retry$/
/** Less than the six connections that a browser opens to a server, so that calls of the page need not wait. */
const AT_ONCE = 4

/** Serves the app shell from the precache, a page for each screen URL, and caches the plan list and photos. */
export function answerFromCaches(shell: readonly (PrecacheEntry | string)[], self: ServiceWorkerGlobalScope): void {
  const precache = new PrecacheController()
  precache.addToCacheList([...shell])
  self.addEventListener('install', (event) => {
    addStaticRoutes(event, precache.strategy.cacheName)
    event.waitUntil(fillPrecache(precache, event))
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

/**
 * Fetches what the precache lacks, several files at a time: one after the other, as `PrecacheController.install` does,
 * the app's many files take as many round trips. A failed file fails the installation; the next one continues it.
 */
async function fillPrecache(precache: PrecacheController, event: ExtendableEvent): Promise<void> {
  const left = [...precache.getURLsToCacheKeys()]
  const fetchNext = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [url, cacheKey] = next
      // A file without a hash in its name has its revision in the key, and may be stale in the browser's cache.
      const request = new Request(url, { cache: url === cacheKey ? 'default' : 'reload', credentials: 'same-origin' })
      await Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
}

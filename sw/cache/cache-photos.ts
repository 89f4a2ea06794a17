import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { PRIVATE_CACHE } from '#lib/service-worker/private-caches.ts'

const CACHE = `${PRIVATE_CACHE}-photos`
const KEPT = 8

/** Caches displayed profile photos until sign-out: a new photo has a new URL, so a cached one is never stale. */
export function cachePhotos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/photos/'),
    new CacheFirst({ cacheName: CACHE, plugins: [{ cacheDidUpdate: dropOldest }] }),
  )
}

async function dropOldest(): Promise<void> {
  const cache = await caches.open(CACHE)
  const oldestFirst = await cache.keys()
  await Promise.all(oldestFirst.slice(0, -KEPT).map((request) => cache.delete(request)))
}

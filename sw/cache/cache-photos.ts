import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { PRIVATE_CACHE } from '#lib/service-worker/private-caches.ts'
import { dropOldest } from './drop-oldest.ts'

const CACHE = `${PRIVATE_CACHE}-photos`
const PHOTOS_MAX = 8

/** Caches displayed profile photos until sign-out: a new photo has a new URL, so a cached one is never stale. */
export function cachePhotos(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/photos/'),
    new CacheFirst({ cacheName: CACHE, plugins: [{ cacheDidUpdate: () => dropOldest(CACHE, PHOTOS_MAX) }] }),
  )
}

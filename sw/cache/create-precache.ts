import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { cachePagesOfBuild } from './cache-pages-of-build.ts'
import { entryScript } from './entry-script.ts'
import { fillPrecache } from './fill-precache.ts'

/** The precache of the app's files, and `fill`, which stores what it lacks while the worker is installed. */
export function createPrecache(shell: readonly (PrecacheEntry | string)[]) {
  const precache = new PrecacheController({ plugins: [cachePagesOfBuild(entryScript(shell))] })
  precache.addToCacheList([...shell])
  const { strategy } = precache
  const fill = (event: Parameters<typeof precache.install>[0]): Promise<void> =>
    fillPrecache(strategy.cacheName, precache.getURLsToCacheKeys(), (request, cacheKey) =>
      Promise.all(strategy.handleAll({ params: { cacheKey }, request, event })),
    )
  return { precache, fill }
}

/** Less than the six connections that a browser opens to a server, so that calls of the page need not wait. */
const AT_ONCE = 4

/**
 * Stores the files (their keys in the cache by URL) that the cache lacks, several at a time: one after the other, as
 * `PrecacheController.install` does, the app's many files take as many round trips. A failed file fails the
 * installation; the next one continues it.
 */
export async function fillPrecache(
  cacheName: string,
  files: ReadonlyMap<string, string>,
  store: (request: Request, cacheKey: string) => Promise<unknown>,
): Promise<void> {
  // One call for all keys: a look-up of each of the some 300 files takes seventy times as long.
  const stored = new Set((await (await caches.open(cacheName)).keys()).map(({ url }) => url))
  const left = [...files].filter(([, cacheKey]) => !stored.has(cacheKey))
  const storeNext = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [url, cacheKey] = next
      // A file without a hash in its name has its revision in the key, and may be stale in the browser's cache.
      await store(
        new Request(url, { cache: url === cacheKey ? 'default' : 'reload', credentials: 'same-origin' }),
        cacheKey,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, storeNext))
}

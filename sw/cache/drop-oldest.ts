/** Deletes the entries of a cache that were added first, down to `max`. */
export async function dropOldest(cacheName: string, max: number): Promise<void> {
  const cache = await caches.open(cacheName)
  const oldestFirst = await cache.keys()
  await Promise.all(oldestFirst.slice(0, -max).map((request) => cache.delete(request)))
}

/** Caches with this in their name hold what belongs to a person. */
export const PRIVATE_CACHE = 'private'

export async function clearPrivateCaches(): Promise<void> {
  if (typeof caches === 'undefined') return
  const names = (await caches.keys()).filter((name) => name.includes(PRIVATE_CACHE))
  await Promise.all(names.map((name) => caches.delete(name)))
}

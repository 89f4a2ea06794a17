/** Caches with this in their name contain data of a user and are deleted at sign-out. */
export const PRIVATE_CACHE = 'private'

export async function clearPrivateCaches(): Promise<void> {
  if (typeof caches === 'undefined') return
  const names = (await caches.keys()).filter((name) => name.includes(PRIVATE_CACHE))
  await Promise.all(names.map((name) => caches.delete(name)))
}

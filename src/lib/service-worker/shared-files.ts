import { PRIVATE_CACHE } from './private-caches.ts'

/** The cache in which the service worker puts files that another app has shared, until the page attaches them. */
const CACHE = `${PRIVATE_CACHE}-shared`
const NAME = 'x-file-name'

/** Stores shared files in their order, for the next page; all or none, and rejects where the browser has no space. */
export async function putSharedFiles(files: readonly File[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const at = Date.now()
  const keyOf = (index: number) => `/shared/${at}-${index}`
  try {
    for (const [index, file] of files.entries()) {
      const headers = { 'content-type': file.type, [NAME]: encodeURIComponent(file.name) }
      await cache.put(keyOf(index), new Response(file, { headers }))
    }
  } catch (error) {
    await Promise.allSettled(files.map((_, index) => cache.delete(keyOf(index))))
    throw error
  }
}

/** Takes the shared files out of the cache; none where another page has taken them. */
export async function takeSharedFiles(): Promise<File[]> {
  if (typeof caches === 'undefined') return []
  const cache = await caches.open(CACHE)
  const files: File[] = []
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    // The one that deletes the entry has the file.
    if (!response || !(await cache.delete(request))) continue
    const name = decodeURIComponent(response.headers.get(NAME) ?? '')
    files.push(new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' }))
  }
  return files
}

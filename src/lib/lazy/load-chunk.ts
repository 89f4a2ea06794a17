import { loadChunkDeps } from './chunk-deps.ts'
import { MissingChunkError, preventRouterReload } from './missing-chunk.ts'
import { retryImport } from './retry-import.ts'

/** Promises of loaded and loading files, by URL. */
const files = new Map<string, Promise<unknown>>()

/**
 * Every dynamic `import()` of the built app goes through this (scripts/build/chunk-loader.ts): `importChunk` imports
 * the chunk, `paths` are its styles and scripts below the site's root, including its own; none when it is a single
 * script. Failed requests are retried. Rejects when the last retry has failed.
 */
export async function loadChunk<Module>(
  importChunk: () => Promise<Module>,
  paths: readonly string[] = [],
): Promise<Module> {
  try {
    await Promise.all(paths.map((path) => getFile(new URL(`/${path}`, location.origin).href)))
    if (paths.length === 0) return await importAgain(importChunk)
    const chunk = await retryImport(importChunk)
    // Loads what chunks wait for, such as their translated texts. A chunk without `paths` must not wait: it may be such
    // a part itself, and a chunk that has texts always has `paths`.
    await loadChunkDeps()
    return chunk
  } catch (error) {
    preventRouterReload(error)
    throw error
  }
}

function getFile(url: string): Promise<unknown> {
  const known = files.get(url) ?? (isInPage(url) ? Promise.resolve() : retryImport(() => fetchFile(url)))
  files.set(url, known)
  known.catch(() => files.delete(url))
  return known
}

const isInPage = (url: string) =>
  [...document.querySelectorAll('link')].some(({ href, rel }) => href === url && rel !== 'preload') ||
  [...document.scripts].some(({ src }) => src === url)

/**
 * Firefox caches the failure of a module for the life of the page, for imports and preloads (tested with 153). Other
 * browsers request it again.
 */
const remembersFailures = /\bGecko\/\d/.test(navigator.userAgent)

/**
 * In Firefox scripts are first fetched into the HTTP cache, where a failure is not cached, and imported when all have
 * arrived; unless a service worker serves them. Elsewhere they are preloaded as Vite does it: WebKit would fetch them
 * twice.
 */
function fetchFile(url: string): Promise<unknown> {
  if (url.endsWith('.css')) return addLink(url, 'stylesheet')
  if (remembersFailures && !navigator.serviceWorker?.controller) return fetchToCache(url)
  // A failed preload is ignored: the import reports the error.
  addLink(url, 'modulepreload').catch(() => undefined)
  return Promise.resolve()
}

async function fetchToCache(url: string): Promise<void> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new MissingChunkError(url, { cause: error })
  })
  if (!response.ok) throw new MissingChunkError(url)
  await response.arrayBuffer()
}

function addLink(url: string, rel: 'stylesheet' | 'modulepreload'): Promise<void> {
  const link = document.createElement('link')
  link.rel = rel
  link.crossOrigin = ''
  link.href = url
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new MissingChunkError(url))
    }
    document.head.append(link)
  })
}

/** Firefox's error message; it contains the URL of the failed script, here the chunk itself. */
const remembered = /^error loading dynamically imported module: (\S+)$/i

/**
 * A chunk without dependencies has no `paths`, so its URL is known only from Firefox's error message. It is imported
 * again under another URL; this makes no second copy, since the first was never run.
 */
function importAgain<Module>(importChunk: () => Promise<Module>): Promise<Module> {
  let failed: string | undefined
  let retries = 0
  return retryImport(async () => {
    try {
      return failed === undefined ? await importChunk() : await importUnder<Module>(`${failed}?retry=${++retries}`)
    } catch (error) {
      failed ??= error instanceof Error ? remembered.exec(error.message)?.[1] : undefined
      throw error
    }
  })
}

async function importUnder<Module>(url: string): Promise<Module> {
  const part: Module = await import(/* @vite-ignore */ url)
  return part
}

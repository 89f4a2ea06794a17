import { MissingChunkError, preventRouterReload } from './missing-chunk.ts'
import { fetchAgain } from './retry-import.ts'

/** The files that the page has or is getting, by their address. */
const files = new Map<string, Promise<unknown>>()

/**
 * Every late `import()` of the built app goes through this (scripts/build/chunk-loader.ts): `importChunk` imports the part,
 * `paths` are its styles and scripts below the site's root, the part's own included; none when it is a single script.
 * Whatever does not come is asked for again. Rejects when it never came.
 */
export async function loadChunk<Module>(
  importChunk: () => Promise<Module>,
  paths: readonly string[] = [],
): Promise<Module> {
  try {
    await Promise.all(paths.map((path) => getFile(new URL(`/${path}`, location.origin).href)))
    return await (paths.length > 0 ? fetchAgain(importChunk) : importAgain(importChunk))
  } catch (error) {
    preventRouterReload(error)
    throw error
  }
}

function getFile(url: string): Promise<unknown> {
  const known = files.get(url) ?? (isInPage(url) ? Promise.resolve() : fetchAgain(() => fetchFile(url)))
  files.set(url, known)
  known.catch(() => files.delete(url))
  return known
}

const isInPage = (url: string) =>
  [...document.querySelectorAll('link')].some(({ href, rel }) => href === url && rel !== 'preload') ||
  [...document.scripts].some(({ src }) => src === url)

/**
 * Firefox remembers a module that did not come for the life of the page, whoever imports it later, and whether it was
 * imported or preloaded (tried with 153). Others ask the network again.
 */
const remembersFailures = /\bGecko\/\d/.test(navigator.userAgent)

/**
 * In Firefox scripts are first fetched into the browser's cache, where a failure is forgotten, and imported when all have
 * come; unless a service worker has them on the device. Elsewhere they are announced, as Vite does it: WebKit would fetch
 * them a second time.
 */
function fetchFile(url: string): Promise<unknown> {
  if (url.endsWith('.css')) return addLink(url, 'stylesheet')
  if (remembersFailures && !navigator.serviceWorker?.controller) return fetchToCache(url)
  // Whether it comes is seen when it is imported.
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

/** Firefox's words; the address is that of the script which failed, here the part itself. */
const remembered = /^error loading dynamically imported module: (\S+)$/i

/**
 * A part that imports nothing has no list of files, and its address is known only from Firefox's own words when it has
 * failed: there it is asked for under another address, which is no second copy, because the first never ran.
 */
function importAgain<Module>(importChunk: () => Promise<Module>): Promise<Module> {
  let failed: string | undefined
  let retries = 0
  return fetchAgain(async () => {
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

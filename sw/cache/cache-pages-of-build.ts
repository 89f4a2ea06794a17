import type { WorkboxPlugin } from 'workbox-core'

/**
 * Caches a page only if it names the first script of the worker's build; otherwise the installation fails, and the next
 * one requests the page again. During a rolling upgrade a load balancer may answer the worker's script by a new server
 * and a page by an old one. Cached under the new revision, that page would stay, and the app would never start, because
 * no server has its scripts any more.
 */
export const cachePagesOfBuild = (entry: string): WorkboxPlugin => ({
  cacheWillUpdate: async ({ request, response }) => {
    // This replaces the check of the status that a strategy without such a plugin makes.
    if (response.status >= 400) return null
    const isPage = new URL(request.url).pathname.endsWith('.html')
    return !isPage || (await response.clone().text()).includes(entry) ? response : null
  },
})

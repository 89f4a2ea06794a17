import type { WorkboxPlugin } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { SAVED_AT_HEADER } from '#lib/service-worker/saved-at-header.ts'

const plansPath = '/api/v1/accounts/plans/'

/** Network timeout: prices come from the server, and the cached response is only the fallback. */
const WAIT_SECONDS = 5

/** Adds the time of caching to the response, so that the page can show its age. */
const stamp: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null
    const headers = { 'content-type': 'application/json', [SAVED_AT_HEADER]: String(Date.now()) }
    return new Response(response.body, { headers })
  },
}

/** Caches the list of plans, network first, so that it opens offline too. */
export function cachePlans(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === plansPath,
    new NetworkFirst({ cacheName: 'plans', networkTimeoutSeconds: WAIT_SECONDS, plugins: [stamp] }),
  )
}

import type { WorkboxPlugin } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { SAVED_AT } from '#lib/service-worker/saved-at-header.ts'

const plansPath = '/api/v1/accounts/plans/'

/** Prices are shown as the server says them; its last answer stands in only when it says nothing for so long. */
const WAIT_SECONDS = 5

/** Writes on the copy when it was made, so that the page can tell its age. */
const stamp: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    if (response.status !== 200) return null
    const headers = { 'content-type': 'application/json', [SAVED_AT]: String(Date.now()) }
    return new Response(response.body, { headers })
  },
}

/** The plan list opens without a network too. */
export function cachePlans(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === plansPath,
    new NetworkFirst({ cacheName: 'plans', networkTimeoutSeconds: WAIT_SECONDS, plugins: [stamp] }),
  )
}

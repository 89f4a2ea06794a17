import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { legalPages, newsletterPages } from '#lib/service-worker/screen-urls.ts'
import { dropOldest } from './drop-oldest.ts'

const STYLE = '/api/v1/docs.css'
const images = /^\/api\/v1\/newsletter\/images\//
/** The pages of mailed links show an email address, so they are not cached. */
const ofAddress = /^\/newsletter\/address(?:$|\.)/

const PAGES = 'newsletter'
const PAGES_MAX = 20
const FILES_MAX = 60
/** Network timeout: on a network that does not answer, the page that was read before opens. */
const WAIT_SECONDS = 5

const offlinePage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Companion</title><link rel="stylesheet" href="${STYLE}"></head>
<body class="small"><main>
<h1>Offline</h1>
<p>This page has not been read on this device yet. It opens when there is a network.</p>
<p lang="es">Esta página aún no se ha leído en este dispositivo. Se abre cuando haya red.</p>
<p><a href="/newsletter">Newsletter</a> · <a href="/">Companion</a></p>
</main></body></html>`

/**
 * Caches the pages of the newsletter and the legal texts that were read last, network first, with their pictures, so
 * that they open offline.
 */
export function cacheNewsletter(): void {
  const pages = new NetworkFirst({
    cacheName: PAGES,
    networkTimeoutSeconds: WAIT_SECONDS,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
        cacheDidUpdate: ({ cacheName }) => dropOldest(cacheName, PAGES_MAX),
        // The page may have been read under an address with another query, such as `lang`.
        handlerDidError: async ({ request }) =>
          (await (await caches.open(PAGES)).match(request, { ignoreSearch: true, ignoreVary: true })) ??
          new Response(offlinePage, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
      },
    ],
  })
  const files = new NetworkFirst({
    cacheName: 'newsletter-files',
    networkTimeoutSeconds: WAIT_SECONDS,
    plugins: [{ cacheDidUpdate: ({ cacheName }) => dropOldest(cacheName, FILES_MAX) }],
  })
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && request.mode === 'navigate' && newsletterPages.test(url.pathname) && !ofAddress.test(url.pathname),
    pages,
  )
  // Previews of drafts stay out of the cache.
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && request.mode === 'navigate' && legalPages.test(url.pathname) && !url.searchParams.has('draft'),
    pages,
  )
  registerRoute(({ url, sameOrigin }) => sameOrigin && (url.pathname === STYLE || images.test(url.pathname)), files)
}

/** The message with which a page, asked by its person, lets the waiting worker take over. */
const SKIP_WAITING = 'SKIP_WAITING'

/** A new worker waits until a page posts SKIP_WAITING, or until the last tab has closed. */
export function waitToBeAsked(event: ExtendableMessageEvent, scope: ServiceWorkerGlobalScope): void {
  const data: unknown = event.data
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== SKIP_WAITING) return
  event.waitUntil(scope.skipWaiting())
}

/** The first worker serves the page that installed it; a later one is already in charge of its tabs. */
export function takeOpenPages(event: ExtendableEvent, scope: ServiceWorkerGlobalScope): void {
  event.waitUntil(scope.clients.claim())
}

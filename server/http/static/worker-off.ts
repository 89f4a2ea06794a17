/** Milliseconds that a page has to reply that it will reload by itself. */
const REPLY_TIMEOUT_MS = 3000

/**
 * Replaces a broken service worker (SERVICE_WORKER=off, docs/decisions/016): activates at once, deletes the caches,
 * unregisters itself and reloads its windows. IndexedDB, with drafts and outbox, is not changed.
 */
const script = `'use strict'
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
// A page that was loading while the others were told asks for the build of its worker as soon as it listens.
self.addEventListener('message', ({ data, source }) => {
  if (data?.type !== 'ASK_BUILD') return
  if (isUnregistered || self.registration.active?.state === 'activated') source.postMessage({ type: 'WORKER_OFF' })
})

let isUnregistered = false

async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  isUnregistered = true
  // Only windows that this worker controls: reloading a page that was loaded without it could cause a reload loop.
  const windows = await self.clients.matchAll({ type: 'window' })
  await Promise.all(windows.map(reload))
}

async function reload(client) {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), ${REPLY_TIMEOUT_MS})
  })
  client.postMessage({ type: 'WORKER_OFF' }, [port2])
  if (await answered) return
  // Without the server a reload would take the page away and bring nothing.
  const isServerThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok, () => false)
  if (isServerThere) await client.navigate(client.url).catch(() => undefined)
}
`

export function workerOff(): Response {
  return new Response(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}

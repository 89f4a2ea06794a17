/** Milliseconds in which a newer worker takes over, or else the page reloads without it: what was asked for happens. */
const TAKEN_WITHIN_MS = 3_000

/**
 * Lets the newer service worker that waits take over; resolves when it has, or when it does not come. A worker answers
 * with the page that it came with, so a reload before that brings the old one again.
 */
export async function takeWaitingWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  if (!waiting) return
  const taken = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    setTimeout(resolve, TAKEN_WITHIN_MS)
  })
  navigator.serviceWorker.controller?.postMessage({ type: 'FINISH' })
  waiting.postMessage({ type: 'SKIP_WAITING' })
  await taken
}

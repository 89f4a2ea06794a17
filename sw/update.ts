import { FINISH_CHANNEL } from '#lib/service-worker/finish-channel.ts'
import { buildMessage, buildRequestMessage } from '#lib/service-worker/worker-messages.ts'

/** The message with which a page, asked by its person, lets the waiting worker take over. */
const SKIP_WAITING = 'SKIP_WAITING'

/** What is used here of the browser's `ExtendableEvent` and `ExtendableMessageEvent`. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
interface Asked extends Lasting {
  data: unknown
  source: { postMessage(message: unknown): void } | null
}

let finishing = new AbortController()

/**
 * For work that begins now; aborted when a newer worker is about to take over. The browser lets the old one end its work
 * first, which may be minutes of sending. What is not done then is done later, by the newer one or by a page.
 */
export const finishSignal = (): AbortSignal => finishing.signal

/** Ends what this worker is doing when a page says so; all workers that run hear it, and the newer one has nothing to end. */
export function followFinish(): void {
  new BroadcastChannel(FINISH_CHANNEL).addEventListener('message', () => {
    finishing.abort()
    finishing = new AbortController()
  })
}

/**
 * A new worker waits until a page posts SKIP_WAITING, or until the last tab has closed. `build` is that of the page which
 * the worker holds; a page asks for it to learn whether it is older.
 */
export function waitToBeAsked(event: Asked, scope: { skipWaiting(): Promise<void> }, build: string): void {
  const data: unknown = event.data
  if (typeof data !== 'object' || data === null || !('type' in data)) return
  if (data.type === SKIP_WAITING) event.waitUntil(scope.skipWaiting())
  if (data.type === buildRequestMessage.type && event.source) event.source.postMessage(buildMessage(build))
}

/** The first worker serves the page that installed it; a later one is already in charge of its tabs. */
export function takeOpenPages(event: Lasting, scope: { clients: { claim(): Promise<void> } }): void {
  event.waitUntil(scope.clients.claim())
}

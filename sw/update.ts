import { FINISH_CHANNEL } from '#lib/service-worker/finish-channel.ts'
import { buildMessage, buildRequestMessage } from '#lib/service-worker/worker-messages.ts'

/** The message with which a page lets the waiting worker take over, at the user's request. */
const SKIP_WAITING = 'SKIP_WAITING'

/** The parts of the browser's `ExtendableEvent` and `ExtendableMessageEvent` that are used here. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
interface MessageEvent extends Lasting {
  data: unknown
  source: { postMessage(message: unknown): void } | null
}

let controller = new AbortController()

/**
 * The abort signal for work of this worker; it aborts when a newer worker is about to take over, since the browser lets
 * the old one end its work first, which may be minutes of sending. A later worker or a page does the rest.
 */
export const finishSignal = (): AbortSignal => controller.signal

/** Aborts the worker's work when a page says so. All workers receive the broadcast; the newer one has no work. */
export function followFinish(): void {
  new BroadcastChannel(FINISH_CHANNEL).addEventListener('message', () => {
    controller.abort()
    controller = new AbortController()
  })
}

/**
 * Activates a new worker only when a page posts SKIP_WAITING, or the last tab has closed. `build` is that of the
 * precached page; a page requests it to learn whether it is older.
 */
export function waitForUpdate(event: MessageEvent, scope: { skipWaiting(): Promise<void> }, build: string): void {
  const data: unknown = event.data
  if (typeof data !== 'object' || data === null || !('type' in data)) return
  if (data.type === SKIP_WAITING) event.waitUntil(scope.skipWaiting())
  if (data.type === buildRequestMessage.type && event.source) event.source.postMessage(buildMessage(build))
}

/** Lets the first worker control the page that installed it; a later one controls its tabs already. */
export function takeOpenPages(event: Lasting, scope: { clients: { claim(): Promise<void> } }): void {
  event.waitUntil(scope.clients.claim())
}

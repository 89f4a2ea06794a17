import { reloadSafely } from '#lib/before-reload.ts'

/** What the worker of server/http/worker-off.ts says to the windows that it leaves. */
const WORKER_OFF = 'WORKER_OFF'

/** The operator has switched the worker off: saves what is typed, then loads anew without it. */
export function followWorkerOff(): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== WORKER_OFF) return
    // A page that does not answer is taken for broken, and reloaded from outside.
    ports[0]?.postMessage('reloading')
    reloadSafely().catch(reportError)
  })
}

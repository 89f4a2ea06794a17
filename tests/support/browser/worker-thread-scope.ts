import { parentPort, workerData } from 'node:worker_threads'

/** What a worker finds in a browser: `self`, which hears and says messages. Then the file itself. */
const scope = Object.assign(new EventTarget(), { postMessage: (data: unknown) => parentPort?.postMessage(data) })
Object.assign(globalThis, { self: scope })
await import(String(workerData))
// Until somebody listens, the thread keeps what it is sent.
parentPort?.on('message', (data) => scope.dispatchEvent(new MessageEvent('message', { data })))

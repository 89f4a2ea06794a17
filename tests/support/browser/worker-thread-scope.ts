import { parentPort, workerData } from 'node:worker_threads'

/** The globals of a worker in a browser: `self`, which receives and sends messages. Then loads the file itself. */
const scope = Object.assign(new EventTarget(), { postMessage: (data: unknown) => parentPort?.postMessage(data) })
Object.assign(globalThis, { self: scope })
await import(String(workerData))
// The thread queues messages until there is a listener.
parentPort?.on('message', (data) => scope.dispatchEvent(new MessageEvent('message', { data })))

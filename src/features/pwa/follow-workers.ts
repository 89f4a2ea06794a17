import type { AppUpdate, Workers } from '#lib/app-update/app-update.ts'
import { buildRequestMessage, parseWorkerMessage } from '#lib/service-worker/worker-messages.ts'

/** What is used here of the browser's `ServiceWorker`. */
interface Worker extends EventTarget {
  readonly state: string
}

/** What is used here of the browser's `ServiceWorkerRegistration`. */
interface Registration extends EventTarget {
  readonly active: Worker | null
  readonly installing: Worker | null
  readonly waiting: Worker | null
  update(): Promise<unknown>
}

/**
 * Tells the update which worker is in charge, beside what it hears itself: one of another build than the page (`build`), or
 * the one with which the operator takes the worker out.
 */
export function followWorkers(workers: Workers, update: AppUpdate, build: string): void {
  const requestBuild = () => workers.controller?.postMessage(buildRequestMessage)
  workers.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<unknown>
    const message = parseWorkerMessage(data)
    if (message?.type === 'BUILD' && message.build !== build) update.send('older')
    if (message?.type !== 'WORKER_OFF') return
    // A page that does not answer is taken for broken, and reloaded from outside.
    ports[0]?.postMessage('reloading')
    update.send('removed')
  })
  // The page may have been answered by the worker before this one, and the change have come before any script ran.
  workers.addEventListener('controllerchange', requestBuild)
  requestBuild()
}

/** Tells the update of each newer worker that has been installed and waits. */
export function followRegistration(registration: Registration, update: AppUpdate): void {
  const follow = (worker: Worker | null) => {
    worker?.addEventListener('statechange', () => {
      // The first of all waits for nobody.
      if (worker.state === 'installed' && registration.active !== null) update.send('found')
    })
  }
  if (registration.waiting && registration.active !== null) update.send('found')
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

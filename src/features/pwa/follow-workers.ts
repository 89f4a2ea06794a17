import type { AppUpdate, Workers } from '#lib/app-update/app-update.ts'
import { buildRequestMessage, parseWorkerMessage } from '#lib/service-worker/worker-messages.ts'

/** The used part of the browser's `ServiceWorker`. */
interface Worker extends EventTarget {
  readonly state: string
}

/** The used part of the browser's `ServiceWorkerRegistration`. */
interface Registration extends EventTarget {
  readonly active: Worker | null
  readonly installing: Worker | null
  readonly waiting: Worker | null
  update(): Promise<unknown>
}

/**
 * Reports the controlling worker to the update state machine: a worker of another build than the page (`build`), or the
 * one that unregisters the service worker.
 */
export function followWorkers(workers: Workers, update: AppUpdate, build: string): void {
  const requestBuild = () => workers.controller?.postMessage(buildRequestMessage)
  workers.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<unknown>
    const message = parseWorkerMessage(data)
    if (message?.type === 'BUILD' && message.build !== build) update.send('older')
    if (message?.type !== 'WORKER_OFF') return
    // The worker reloads a page that does not answer, because it counts as broken.
    ports[0]?.postMessage('reloading')
    update.send('removed')
  })
  // The previous worker may have served the page, and `controllerchange` may have fired before any script ran.
  workers.addEventListener('controllerchange', requestBuild)
  requestBuild()
}

/** Reports each newer worker that is installed and waiting to the update state machine. */
export function followRegistration(registration: Registration, update: AppUpdate): void {
  const follow = (worker: Worker | null) => {
    worker?.addEventListener('statechange', () => {
      // The first worker ever does not wait.
      if (worker.state === 'installed' && registration.active !== null) update.send('found')
    })
  }
  if (registration.waiting && registration.active !== null) update.send('found')
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

import { createStore } from '../store.ts'

/**
 * True once the service worker has stored the app, or none will: parts that no first use needs are fetched from then
 * on, so that they never compete with the first page. `#features/pwa/register-worker.ts` sets it.
 */
export const appStored = createStore(false)

/** Resolves when `appStored` is true. */
export function whenStored(): Promise<void> {
  return new Promise((resolve) => {
    if (appStored.get()) return resolve()
    const stop = appStored.subscribe(() => {
      stop()
      resolve()
    })
  })
}

import { createStore } from '#lib/store.ts'

/** Whether a tab with an older build blocks the upgrade of the database. */
export const upgradeBlocked = createStore(false)

/** Resolves with the result of the read, or with undefined once the upgrade is blocked, so that the page can render. */
export function unlessBlocked<T>(reading: Promise<T>): Promise<T | undefined> {
  if (upgradeBlocked.get()) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const stop = upgradeBlocked.subscribe(() => resolve(undefined))
    reading.then(resolve, reject).finally(stop)
  })
}

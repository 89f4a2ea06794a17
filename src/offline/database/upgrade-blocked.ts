import { createStore } from '#lib/store.ts'

/** Whether the database waits for a tab of an older build, which holds up its upgrade. */
export const upgradeBlocked = createStore(false)

/** Resolves with what the database says, or with undefined once it waits: a page must not stay empty for that. */
export function unlessBlocked<T>(reading: Promise<T>): Promise<T | undefined> {
  if (upgradeBlocked.get()) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const stop = upgradeBlocked.subscribe(() => resolve(undefined))
    reading.then(resolve, reject).finally(stop)
  })
}

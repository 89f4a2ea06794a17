import { liveQuery } from 'dexie'
import { reportDatabaseLost } from '../database.ts'
import { RETRY_MS } from '../read-again.ts'
import { isConnectionLost } from '../storage-errors.ts'

const RETRY_LATER_MS = 5_000

/**
 * A live query that a lost connection to the database does not end. WebKit loses it when its storage process ends, such
 * as while an app on an iPhone is in the background; Dexie opens another one for the next transaction. Other errors end
 * the query, and `fail` is called.
 */
export function followQuery<T>(read: () => T | Promise<T>) {
  return {
    /** The result is known after `subscribe` only, which `useObservable` need not try out. */
    hasValue: () => false,
    subscribe(next: (result: T) => void, fail: (error: unknown) => void): { unsubscribe: () => void } {
      let failures = 0
      let timer: ReturnType<typeof setTimeout> | undefined
      const start = () =>
        liveQuery(read).subscribe({
          next(result) {
            failures = 0
            next(result)
          },
          error(error: unknown) {
            if (!isConnectionLost(error)) return fail(error)
            if (failures === RETRY_MS.length) reportDatabaseLost()
            following.unsubscribe()
            timer = setTimeout(() => {
              following = start()
            }, RETRY_MS[failures] ?? RETRY_LATER_MS)
            failures += 1
          },
        })
      let following = start()
      return {
        unsubscribe() {
          clearTimeout(timer)
          following.unsubscribe()
        },
      }
    },
  }
}

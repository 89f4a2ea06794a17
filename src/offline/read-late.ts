import { Dexie } from 'dexie'
import { afterPaint } from '#lib/after-paint.ts'

/**
 * For `liveQuery` and `useLiveQuery`: a reading that may be a frame behind. The first is made at once, those that follow
 * when what has been changed was painted: a message shows that it waits before anything around it is looked at again. For one subscription.
 */
export function readLate<T>(read: () => Promise<T>): () => Promise<T> {
  let isFirst = true
  let painted: Promise<void> | undefined
  let turn = 0
  return async () => {
    const mine = ++turn
    if (!isFirst) {
      // Dexie's own promise: behind any other it would not notice what is read.
      painted ??= new Dexie.Promise<void>((resolve) => {
        afterPaint(() => {
          painted = undefined
          resolve()
        })
      })
      await painted
      // Of several changes in a frame one reading is enough. Dexie has given up the others and passes over this error.
      if (mine !== turn) throw new DOMException('A later reading takes its place', 'AbortError')
    }
    isFirst = false
    return read()
  }
}

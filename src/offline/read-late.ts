import { Dexie } from 'dexie'
import { afterPaint } from '#lib/after-paint.ts'

/**
 * For `liveQuery` and `useLiveQuery`: a reading that may be a frame behind. The first is made at once, those that follow
 * when what has been changed was painted: a message shows that it waits before anything around it is looked at again.
 */
export function readLate<T>(read: () => Promise<T>): () => Promise<T> {
  let isFirst = true
  let painted: Promise<void> | undefined
  return async () => {
    if (!isFirst) {
      // Dexie's own promise: behind any other it would not notice what is read.
      painted ??= new Dexie.Promise<void>((resolve) => {
        afterPaint(() => {
          painted = undefined
          resolve()
        })
      })
      await painted
    }
    isFirst = false
    return read()
  }
}

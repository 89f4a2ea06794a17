import { database } from '#offline/database/database.ts'
import { requestFlush } from '#offline/flush/request-flush.ts'
import { observeOutbox } from '#offline/outbox/observe.ts'
import { retryAll } from '#offline/outbox/outbox-actions.ts'

const SENT_WITHIN_MS = 20_000

/** Sends the outbox and retries failed entries. True when nothing is left; false after a time-out or a failure. */
export async function sendBeforeLogOut(userId: number): Promise<boolean> {
  const db = database()
  await retryAll(db, userId, { withUndoable: true })
  requestFlush()
  const outbox = observeOutbox(db, userId)
  let isLate = false
  let late = () => {}
  const tooLong = new Promise<void>((resolve) => {
    late = resolve
  })
  const timer = setTimeout(() => {
    isLate = true
    late()
  }, SENT_WITHIN_MS)
  try {
    for (;;) {
      const entries = await outbox.read()
      if (entries.length === 0) return true
      if (isLate || entries.every(({ state }) => state === 'failed')) return false
      await Promise.race([outbox.changed(), tooLong])
    }
  } finally {
    clearTimeout(timer)
    outbox.stop()
  }
}

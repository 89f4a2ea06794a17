import { database } from '#offline/database/database.ts'
import { retryAll } from '#offline/outbox/outbox-actions.ts'
import { waitUntilSent } from '#offline/outbox/wait-until-sent.ts'

/** Sends the outbox and retries failed entries. True when nothing is left; false after a time-out or a failure. */
export async function sendBeforeLogOut(userId: number): Promise<boolean> {
  const db = database()
  await retryAll(db, userId, { withUndoable: true })
  return waitUntilSent(db, userId)
}

import { database } from '#offline/database/database.ts'
import { requestFlush } from '#offline/flush/request-flush.ts'
import { retry } from '#offline/outbox/outbox-actions.ts'
import type { Row } from '../../thread/rows/build-rows.ts'

/** Returns the ids of the questions that the server refused, oldest first. */
export function listFailed(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => (row.kind === 'question' && row.send.kind === 'failed' ? row.key : []))
}

/** Sends all of them again, in order, without waiting for the backoff to end. */
export async function retryFailed(messageIds: readonly string[]): Promise<void> {
  const db = database()
  await db.transaction('rw', [db.outbox], async () => {
    for (const messageId of messageIds) await retry(db, messageId)
  })
  requestFlush()
}

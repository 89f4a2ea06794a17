import type { CompanionDatabase } from '../database/database.ts'
import { withFreeSpace } from '../database/write-as.ts'
import { waitsForServer } from './retry-policy.ts'

/** Makes all entries due that wait for the server to recover: it has answered, or the network has changed. */
export async function wakeWaiting(db: CompanionDatabase, userId: number): Promise<void> {
  await withFreeSpace(db, userId, () =>
    db.transaction('rw', [db.outbox], async () => {
      // Read as an array: a filtered `modify` would make one request per row of a queue that may be long.
      const entries = await db.outbox.where('account').equals(userId).toArray()
      const due = entries.filter(waitsForServer).map((entry) => ({ ...entry, nextAttemptAt: 0 }))
      await db.outbox.bulkPut(due)
    }),
  )
}

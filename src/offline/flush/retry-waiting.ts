import type { CompanionDatabase } from '../database/database.ts'
import { withFreeSpace } from '../database/write-as.ts'
import { waitsForServer } from './retry-policy.ts'

/** Makes due at once what only waits for the server to be well again: it has answered, or the network has changed. */
export async function wakeWaiting(db: CompanionDatabase, userId: number): Promise<void> {
  await withFreeSpace(db, userId, () =>
    db.transaction('rw', [db.outbox], async () => {
      // Read at once: a filter would take a request for each row of a queue that may be long.
      const entries = await db.outbox.where('account').equals(userId).toArray()
      const due = entries.filter(waitsForServer).map((entry) => ({ ...entry, nextAttemptAt: 0 }))
      await db.outbox.bulkPut(due)
    }),
  )
}

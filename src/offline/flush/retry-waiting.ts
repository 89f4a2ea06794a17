import type { CompanionDatabase } from '../database/database.ts'
import { withFreeSpace } from '../database/write-as.ts'
import { waitsForServer } from './retry-policy.ts'

/**
 * Makes all entries due that wait for the server to recover, because it has answered. After a change of the network
 * `restartBackoff` ends their earlier backoff as well. One attempt stays counted: the entry may have reached the server.
 */
export async function retryWaiting(
  db: CompanionDatabase,
  userId: number,
  { restartBackoff = false }: { restartBackoff?: boolean } = {},
): Promise<void> {
  await withFreeSpace(db, userId, () =>
    db.transaction('rw', [db.outbox], async () => {
      // Read as an array: a filtered `modify` would make one request per row of a queue that may be long.
      const entries = await db.outbox.where('account').equals(userId).toArray()
      const due = entries.filter(waitsForServer).map((entry) => ({
        ...entry,
        attempts: restartBackoff ? Math.min(1, entry.attempts) : entry.attempts,
        nextAttemptAt: 0,
      }))
      await db.outbox.bulkPut(due)
    }),
  )
}

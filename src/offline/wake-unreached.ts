import type { CompanionDatabase } from './database.ts'
import { withRoom } from './write-as.ts'

/** What only waits because the server could not be reached may be tried at once. */
export async function wakeUnreached(db: CompanionDatabase, account: number): Promise<void> {
  await withRoom(db, account, () =>
    db.transaction('rw', [db.outbox], async () => {
      // Read at once: a filter would take a request for each row of a queue that may be long.
      const entries = await db.outbox.where('account').equals(account).toArray()
      const unreached = entries.filter(
        ({ state, error, nextAttemptAt }) => state === 'waiting' && error?.code === 'network' && nextAttemptAt > 0,
      )
      await db.outbox.bulkPut(unreached.map((entry) => ({ ...entry, nextAttemptAt: 0 })))
    }),
  )
}

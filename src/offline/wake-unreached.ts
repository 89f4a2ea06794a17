import type { CompanionDatabase } from './database.ts'
import { withRoom } from './write-as.ts'

/** What only waits because the server could not be reached may be tried at once. */
export async function wakeUnreached(db: CompanionDatabase, account: number): Promise<void> {
  await withRoom(db, account, async () => {
    await db.outbox
      .where('account')
      .equals(account)
      .filter(({ state, error }) => state === 'waiting' && error?.code === 'network')
      .modify({ nextAttemptAt: 0 })
  })
}

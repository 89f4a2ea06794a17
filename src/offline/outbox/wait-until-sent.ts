import type { CompanionDatabase } from '../database/database.ts'
import type { OutboxEntry } from '../database/rows.ts'
import { requestFlush } from '../flush/request-flush.ts'
import { observeOutbox } from './observe.ts'

const SENT_WITHIN_MS = 20_000

/**
 * Flushes the outbox and waits for the entries that `isMeant` names, by default all. True when none of them is left;
 * false after a time-out, without a network, and when only failed ones are left.
 */
export async function waitUntilSent(
  db: CompanionDatabase,
  userId: number,
  isMeant: (entry: OutboxEntry) => boolean = () => true,
): Promise<boolean> {
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
      const entries = (await outbox.read()).filter(isMeant)
      if (entries.length === 0) return true
      if (isLate || !navigator.onLine || entries.every(({ state }) => state === 'failed')) return false
      await Promise.race([outbox.changed(), tooLong])
    }
  } finally {
    clearTimeout(timer)
    outbox.stop()
  }
}

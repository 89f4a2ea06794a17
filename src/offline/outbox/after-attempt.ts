import type { CompanionDatabase } from '../database/database.ts'
import { followQuery } from '../database/following/follow-query.ts'

/** Milliseconds in which an attempt without a network has failed, also on a slow device. */
const ATTEMPT_MS = 2_000

/**
 * Runs `take`, which takes an entry back unless it is being sent. If it is, runs it again when this attempt has ended,
 * or after `atMostMs`: without a network each attempt fails at once, and a press in that moment must not be lost.
 */
export async function afterAttempt(
  db: CompanionDatabase,
  id: string,
  take: () => Promise<boolean>,
  atMostMs = ATTEMPT_MS,
): Promise<boolean> {
  if (await take()) return true
  await attemptEnds(db, id, atMostMs)
  return take()
}

function attemptEnds(db: CompanionDatabase, id: string, atMostMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, atMostMs)
    const entry = followQuery(() => db.outbox.where('id').equals(id).first())
    const following = entry.subscribe((found) => (found?.lease ? undefined : end()), reject)
    function end() {
      clearTimeout(timer)
      following.unsubscribe()
      resolve()
    }
  })
}

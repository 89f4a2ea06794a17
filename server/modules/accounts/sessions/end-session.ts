import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { sessionNotFound } from '../accounts.errors.ts'
import { findLiveSession, revokeSession } from '../sessions.repository.ts'

/** Signs a device out and ends its notifications. Throws not_found for another user's session or an ended one. */
export async function endSession(
  { db, now }: Pick<AccountDeps, 'db' | 'now'>,
  userId: number,
  sessionId: string,
): Promise<void> {
  const time = isoTime(now())
  const session = await findLiveSession(db, sessionId, time)
  if (session?.user_id !== userId) throw sessionNotFound()
  await revokeSession(db, sessionId, time)
}

import type { Session } from '#contract/objects/user.ts'
import type { Caller } from '../../../lib/caller.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { listLiveSessions } from '../sessions.repository.ts'

/** The user's valid sessions, the latest used first. */
export async function listSessions(
  { db, now }: Pick<AccountDeps, 'db' | 'now'>,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
): Promise<Session[]> {
  const rows = await listLiveSessions(db, id, isoTime(now()))
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    is_current: row.id === sessionId,
  }))
}

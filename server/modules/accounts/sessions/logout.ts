import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { revokeSession } from '../sessions.repository.ts'

/** Ends the session of a current or former refresh token; an unknown token changes nothing. */
export async function logout({ db, now, refreshTokens }: AccountDeps, refresh: string): Promise<void> {
  const claims = refreshTokens.read(refresh)
  if (claims !== undefined) await revokeSession(db, claims.sessionId, isoTime(now()))
}

import { randomUUID } from 'node:crypto'
import type { Authenticated } from '#contract/objects/user.ts'
import type { AccountNeeds } from './accounts.needs.ts'
import type { UserRow } from './accounts.repository.ts'
import { deviceName } from './device-name.ts'
import { forgetExpiredSessions, insertSession } from './sessions.repository.ts'
import { toUser } from './to-user.ts'
import { issueTokens } from './tokens.ts'

/** Signs a person in on a device: a new family of refresh tokens. */
export async function openSession(
  needs: AccountNeeds,
  user: UserRow,
  userAgent: string | null,
): Promise<Authenticated> {
  const { db, config } = needs
  const time = needs.now()
  const now = new Date(time).toISOString()
  const session = { userId: user.id, sessionId: randomUUID(), generation: 1 }
  await forgetExpiredSessions(db, user.id, now)
  await insertSession(db, {
    id: session.sessionId,
    user_id: user.id,
    device: deviceName(userAgent),
    generation: session.generation,
    rotated_at: now,
    previous_rotated_at: null,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(time + config.refreshTokenSeconds * 1000).toISOString(),
    revoked_at: null,
  })
  return { user: await toUser(db, user, time), ...(await issueTokens(needs, session)) }
}

import type { Tokens } from '#contract/objects/user.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenNotValid } from '../accounts.errors.ts'
import { findLiveSession, revokeSession, rotateSession, type SessionRow } from '../sessions.repository.ts'
import { issueTokens } from './issue-tokens.ts'
import { rememberAddress } from './known-address.ts'

/** Milliseconds for which a token two generations old counts as a late request, not a theft. */
const REUSE_MS = 10_000
/** Each lost race means that another request rotated the session; so many in a row do not occur. */
const ATTEMPTS_MAX = 10

/**
 * Issues new tokens for a refresh token (refresh token rotation). The current one rotates the session. The previous one
 * gets the current tokens again; so does the one before it, within 10 s. An older one, or its successor, was stolen:
 * the session ends.
 */
export async function refresh(deps: AccountDeps, token: string, address: string): Promise<Tokens> {
  const claims = deps.refreshTokens.read(token)
  if (claims === undefined) throw tokenNotValid()
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const now = deps.now()
    const session = await findLiveSession(deps.db, claims.sessionId, isoTime(now))
    if (session === undefined) throw tokenNotValid()
    const current = { userId: session.user_id, sessionId: session.id, generation: session.generation }
    const age = session.generation - claims.generation
    if (age === 0) {
      if (await rotate(deps, session, now)) {
        await rememberAddress(deps, session.user_id, address)
        return issueTokens(deps, { ...current, generation: current.generation + 1 })
      }
    } else if (age === 1 || (age === 2 && wasRotatedLately(session, now))) {
      return issueTokens(deps, current)
    } else {
      if (age > 0) await endFamily(deps, session, now)
      throw tokenNotValid()
    }
  }
  throw new Error('a session rotated faster than it could be read')
}

function rotate({ db, config }: AccountDeps, session: SessionRow, now: number): Promise<boolean> {
  const expiresAt = isoTime(now + config.refreshTokenSeconds * 1000)
  return rotateSession(db, session, isoTime(now), expiresAt)
}

const wasRotatedLately = ({ previous_rotated_at }: SessionRow, now: number): boolean =>
  previous_rotated_at !== null && now - Date.parse(previous_rotated_at) <= REUSE_MS

async function endFamily({ db, log }: AccountDeps, session: SessionRow, now: number): Promise<void> {
  log.warn({ user: session.user_id }, 'an old refresh token was used again; its session has ended')
  await revokeSession(db, session.id, isoTime(now))
}

import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { Authenticated } from '#contract/objects/user.ts'
import { isForeignKeyViolation } from '../../../db/errors/foreign-key-violation.ts'
import type { Database, SessionsTable } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { invalidCredentials } from '../accounts.errors.ts'
import type { UserRow } from '../accounts.repository.ts'
import { toUser } from '../profile/to-user.ts'
import { forgetExpiredSessions, insertSession } from '../sessions.repository.ts'
import { deviceName } from './device-name.ts'
import { issueTokens } from './issue-tokens.ts'
import { rememberAddress } from './known-address.ts'

/** The client from which a user signs in. */
export interface SignInFrom {
  userAgent: string | null
  /** The client's IP address. */
  address: string
}

export interface OpenOptions {
  /**
   * Checks in the transaction that stores the session, with the user locked, that what they proved still holds: it may
   * have been changed, ending all sessions, since it was verified. Throws then.
   */
  checkProof?: (trx: Kysely<Database>) => Promise<void>
  /** False where the user has proved nothing themselves, such as by a token of another app. */
  isConfirmed?: boolean
}

/**
 * Creates a session with a new family of refresh tokens, and records the address as known. Only for callers that have
 * checked the second factor; the others call `signIn`.
 */
export async function openSession(
  deps: AccountDeps,
  user: UserRow,
  { userAgent, address }: SignInFrom,
  { checkProof, isConfirmed = true }: OpenOptions = {},
): Promise<Authenticated> {
  const { db, config } = deps
  const time = deps.now()
  const now = isoTime(time)
  const session = { userId: user.id, sessionId: randomUUID(), generation: 1 }
  await forgetExpiredSessions(db, user.id, now)
  const row: Insertable<SessionsTable> = {
    id: session.sessionId,
    user_id: user.id,
    device: deviceName(userAgent),
    generation: session.generation,
    rotated_at: now,
    previous_rotated_at: null,
    created_at: now,
    last_used_at: now,
    expires_at: isoTime(time + config.refreshTokenSeconds * 1000),
    revoked_at: null,
    confirmed_at: isConfirmed ? now : null,
  }
  const insertion = db.transaction().execute(async (trx) => {
    await checkProof?.(trx)
    await insertSession(trx, row)
  })
  await insertion.catch((error: unknown) => {
    // The user was deleted after their row was read.
    throw isForeignKeyViolation(error) ? invalidCredentials() : error
  })
  await rememberAddress(deps, user.id, address)
  return { user: await toUser(db, user, time), ...(await issueTokens(deps, session)) }
}

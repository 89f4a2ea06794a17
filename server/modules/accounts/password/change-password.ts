import type { Tokens } from '#contract/objects/user.ts'
import type { Caller } from '../../../lib/caller.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { passwordWrong, tokenNotValid } from '../accounts.errors.ts'
import { changeUser, findUser } from '../accounts.repository.ts'
import { mailPasswordChanged } from '../email/mails/mail-password-changed.ts'
import { forgetPending } from '../email-changes.repository.ts'
import { forgetOneTimeTokens } from '../one-time-tokens.repository.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { findLiveSession, revokeSessions, rotateSession } from '../sessions.repository.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/**
 * Sets a new password, ends the other sessions and issues new tokens for this one. Throws password_wrong (also without
 * a password: a reset mail sets one), password_common, password_personal.
 */
export async function changePassword(
  deps: AccountDeps,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  { current_password, new_password }: { current_password: string; new_password: string },
): Promise<Tokens> {
  const user = await findUser(deps.db, id)
  await refuseWeakPassword('new_password', new_password, user ?? {})
  const isRight = await verifyPassword(user?.password_hash ?? null, current_password)
  if (user === undefined || !isRight) throw passwordWrong('current_password')
  const password_hash = await hashPassword(new_password)
  const generation = await deps.db.transaction().execute(async (trx) => {
    const nowText = isoTime(deps.now())
    await changeUser(trx, id, { password_hash, updated_at: nowText })
    await forgetOneTimeTokens(trx, id, 'reset')
    await forgetPending(trx, id)
    await revokeSessions(trx, id, { except: sessionId }, nowText)
    return nextGeneration({ ...deps, db: trx }, sessionId)
  })
  mailPasswordChanged(deps, user)
  return issueTokens(deps, { userId: id, sessionId, generation })
}

/** Rotates the session; retries when a concurrent refresh rotated it first. */
async function nextGeneration({ db, config, now }: AccountDeps, sessionId: string): Promise<number> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const time = now()
    const nowText = isoTime(time)
    const session = await findLiveSession(db, sessionId, nowText)
    if (session === undefined) throw tokenNotValid()
    const expiresAt = isoTime(time + config.refreshTokenSeconds * 1000)
    if (await rotateSession(db, session, nowText, expiresAt)) return session.generation + 1
  }
  throw new Error('a session rotated faster than it could be read')
}

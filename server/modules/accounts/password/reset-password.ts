import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenInvalid } from '../accounts.errors.ts'
import { changeUser, confirmEmail, findUser, type UserRow } from '../accounts.repository.ts'
import { mailPasswordChanged } from '../email/mails/mail-password-changed.ts'
import { forgetPending } from '../email-changes.repository.ts'
import { deleteUnprovenFactors } from '../factors/factors.repository.ts'
import { mailSecondFactor } from '../factors/mails/mail-second-factor.ts'
import { findOneTimeToken, forgetOneTimeTokens, takeOneTimeToken } from '../one-time-tokens.repository.ts'
import { pairKey } from '../sessions/counter-key.ts'
import { rememberAddress } from '../sessions/known-address.ts'
import { revokeSessions } from '../sessions.repository.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/**
 * Sets a new password by a mailed token and ends all sessions, and the second factors from before the address was
 * confirmed. The link also confirms the address, and the client's IP address becomes a known one (decision 019). Throws
 * token_invalid, password_common, password_personal.
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
  // The token is checked before the password is hashed, and used up after it.
  const found = await findOneTimeToken(deps.db, { token, purpose: 'reset', now: deps.now() })
  const owner = found && (await findUser(deps.db, found.userId))
  if (owner === undefined || found?.isUsed) throw tokenInvalid()
  await refuseWeakPassword('password', password, owner)
  const { user, endedFactors } = await setPassword(deps, token, await hashPassword(password))
  await rememberAddress(deps, user.id, address)
  await deps.limiter.forgive('loginPair', pairKey(user.email, address))
  mailPasswordChanged(deps, user)
  if (endedFactors) mailSecondFactor(deps, user, 'removed_with_address')
}

interface Reset {
  user: UserRow
  endedFactors: boolean
}

function setPassword({ db, now }: AccountDeps, token: string, password_hash: string): Promise<Reset> {
  return db.transaction().execute(async (trx) => {
    const time = now()
    const nowText = isoTime(time)
    const userId = await takeOneTimeToken(trx, { token, purpose: 'reset', now: time })
    const user =
      userId === undefined ? undefined : await changeUser(trx, userId, { password_hash, updated_at: nowText })
    if (user === undefined) throw tokenInvalid()
    const isNew = await confirmEmail(trx, user.id, nowText)
    await forgetOneTimeTokens(trx, user.id, 'reset')
    await forgetPending(trx, user.id)
    await revokeSessions(trx, user.id, {}, nowText)
    const endedFactors = await deleteUnprovenFactors(trx, isNew ? { ...user, email_confirmed_at: nowText } : user)
    return { user, endedFactors }
  })
}

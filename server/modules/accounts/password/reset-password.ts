import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenInvalid } from '../accounts.errors.ts'
import { changeUser, confirmEmail, findUser, type UserRow } from '../accounts.repository.ts'
import { mailPasswordChanged } from '../email/mails/mail-password-changed.ts'
import { forgetPending } from '../email-changes.repository.ts'
import { deleteUnprovenFactors } from '../factors/factors.repository.ts'
import { mailSecondFactor } from '../factors/mails/mail-second-factor.ts'
import { findOneTimeToken, forgetOtherTokens, takeOneTimeToken } from '../one-time-tokens.repository.ts'
import { countLoginTry } from '../sessions/count-login-try.ts'
import { pairKey } from '../sessions/counter-key.ts'
import { rememberAddress } from '../sessions/known-address.ts'
import { revokeSessions } from '../sessions.repository.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/**
 * Sets a new password by a mailed token and ends all sessions, and the second factors from before the address was
 * confirmed. The link also confirms the address, and the client's IP address becomes a known one (decision 019). A
 * repeat of a request whose response was lost changes nothing more. Throws token_invalid, password_common,
 * password_personal; rate_limited for repeats.
 */
export async function resetPassword(deps: AccountDeps, given: Given, address: string): Promise<void> {
  const { token, password } = given
  // The token is checked before the password is hashed, and used up after it.
  const found = await findOneTimeToken(deps.db, { token, purpose: 'reset', now: deps.now() })
  const owner = found && (await findUser(deps.db, found.userId))
  if (owner === undefined) throw tokenInvalid()
  if (found?.isUsed) return acceptRepeat(deps, given, address)
  await refuseWeakPassword('password', password, owner)
  const reset = await setPassword(deps, token, await hashPassword(password))
  // A concurrent request has used the token.
  if (reset === undefined) return acceptRepeat(deps, given, address)
  const { user, endedFactors } = reset
  await rememberAddress(deps, user.id, address)
  await deps.limiter.reset('loginPair', pairKey(user.email, address))
  mailPasswordChanged(deps, user)
  if (endedFactors) mailSecondFactor(deps, user, 'removed_with_address')
}

/**
 * Throws token_invalid unless the used token comes with the password that the account has. Whoever has a used link could
 * guess passwords with it, so this counts as an attempt to log in.
 */
async function acceptRepeat(deps: AccountDeps, { token, password }: Given, address: string): Promise<void> {
  const found = await findOneTimeToken(deps.db, { token, purpose: 'reset', now: deps.now() })
  const owner = found?.isUsed ? await findUser(deps.db, found.userId) : undefined
  if (owner === undefined) throw tokenInvalid()
  await countLoginTry(deps, owner, address)
  if (!(await verifyPassword(owner.password_hash, password))) throw tokenInvalid()
}

interface Given {
  token: string
  password: string
}

interface Reset {
  user: UserRow
  endedFactors: boolean
}

/** Undefined for a token that is used or has expired by now. */
function setPassword({ db, now }: AccountDeps, token: string, password_hash: string): Promise<Reset | undefined> {
  return db.transaction().execute(async (trx) => {
    const time = now()
    const nowText = isoTime(time)
    const userId = await takeOneTimeToken(trx, { token, purpose: 'reset', now: time })
    if (userId === undefined) return undefined
    const user = await changeUser(trx, userId, { password_hash, updated_at: nowText })
    if (user === undefined) throw tokenInvalid()
    const isNew = await confirmEmail(trx, user.id, nowText)
    await forgetOtherTokens(trx, user.id, { token, purpose: 'reset' })
    await forgetPending(trx, user.id)
    await revokeSessions(trx, user.id, {}, nowText)
    const endedFactors = await deleteUnprovenFactors(trx, isNew ? { ...user, email_confirmed_at: nowText } : user)
    return { user, endedFactors }
  })
}

import { randomUUID } from 'node:crypto'
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
import { replaceSession, revokeSessions } from '../sessions.repository.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/**
 * Sets a new password, ends all sessions and issues the tokens of a new one that replaces this one: whoever has tokens
 * of this device, too, has nothing afterwards. Throws password_wrong (also without a password: a reset mail sets one),
 * password_common, password_personal.
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
  const session = { userId: id, sessionId: randomUUID(), generation: 1 }
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.now()
    const nowText = isoTime(now)
    await changeUser(trx, id, { password_hash, updated_at: nowText })
    await forgetOneTimeTokens(trx, id, 'reset')
    await forgetPending(trx, id)
    const times = { now: nowText, expiresAt: isoTime(now + deps.config.refreshTokenSeconds * 1000) }
    if (!(await replaceSession(trx, sessionId, session, times))) throw tokenNotValid()
    await revokeSessions(trx, id, { except: session.sessionId }, nowText)
  })
  mailPasswordChanged(deps, user)
  return issueTokens(deps, session)
}

import type { ResponseOf } from '#contract/endpoint.ts'
import type { previewVerification as previewCall } from '#contract/endpoints/accounts.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenInvalid } from '../accounts.errors.ts'
import { confirmEmail, findUser } from '../accounts.repository.ts'
import { findOneTimeToken, takeOneTimeToken } from '../one-time-tokens.repository.ts'
import { accountKey } from '../sessions/counter-key.ts'
import { mailVerification } from './mails/mail-verification.ts'
import { mailWelcome } from './mails/mail-welcome.ts'

/** Confirms the address to which the token was mailed, and welcomes the user. Idempotent. Throws token_invalid. */
export async function verifyEmail(deps: AccountDeps, token: string): Promise<void> {
  const { db, now } = deps
  const given = { token, purpose: 'verify_email', now: now() } as const
  const confirmed = await db.transaction().execute(async (trx) => {
    const userId = await takeOneTimeToken(trx, given)
    if (userId === undefined) return undefined
    return { userId, isNew: await confirmEmail(trx, userId, isoTime(given.now)) }
  })
  const userId = confirmed?.userId ?? (await findOneTimeToken(db, given))?.userId
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (user === undefined || user.email_verified === 0) throw tokenInvalid()
  if (confirmed?.isNew) mailWelcome(deps, user)
}

/** The token's address, and whether it is confirmed. Throws token_invalid as `verifyEmail` does. */
export async function previewVerification(
  { db, now }: AccountDeps,
  token: string,
): Promise<ResponseOf<typeof previewCall>> {
  const found = await findOneTimeToken(db, { token, purpose: 'verify_email', now: now() })
  const user = found && (await findUser(db, found.userId))
  if (user === undefined || (found?.isUsed && user.email_verified === 0)) throw tokenInvalid()
  const { email, first_name, last_name } = user
  return { email, first_name, last_name, email_verified: user.email_verified === 1 }
}

/** Sends the link again, unless the address is confirmed. Throws rate_limited. */
export async function resendVerification(deps: AccountDeps, userId: number): Promise<void> {
  const user = await findUser(deps.db, userId)
  if (user?.email_verified !== 0) return
  // Registering a stranger's address must not fill the stranger's mailbox.
  await deps.limiter.take('resendAddress', accountKey(user.email))
  mailVerification(deps, user)
}

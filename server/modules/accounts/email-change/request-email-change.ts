import type { ResponseOf } from '#contract/endpoint.ts'
import type { getEmailChange as getCall } from '#contract/endpoints/email-change.ts'
import { VERIFY_SECONDS } from '#contract/limits.ts'
import { lockUser } from '../../../db/lock-user.ts'
import { createLinkToken } from '../../../lib/link-token.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenNotValid } from '../accounts.errors.ts'
import { findUser } from '../accounts.repository.ts'
import { findPending, forgetPending, replacePending } from '../email-changes.repository.ts'
import { accountKey } from '../sessions/counter-key.ts'
import { emailSame } from './email-change.errors.ts'
import { mailNewAddress } from './mails/mail-new-address.ts'

/**
 * Stores the request and mails its link to the new address. What it does, says and takes is the same whether another
 * account has the address. Throws email_same on its field, and rate_limited.
 */
export async function requestEmailChange(deps: AccountDeps, userId: number, email: string): Promise<void> {
  const { db, limiter, now } = deps
  const user = await findUser(db, userId)
  if (user === undefined) throw tokenNotValid()
  if (user.email === email) throw emailSame()
  await limiter.take('resend', String(userId))
  // A stranger's address must not get mail after mail.
  await limiter.take('resendAddress', accountKey(email))
  const { token, hash } = createLinkToken()
  const time = now()
  await db.transaction().execute(async (trx) => {
    // Requests at once wait for each other, so that the later one finds and replaces the earlier.
    if ((await lockUser(trx, userId)) === undefined) throw tokenNotValid()
    await replacePending(trx, {
      ...{ userId, email, hash },
      now: isoTime(time),
      expiresAt: isoTime(time + VERIFY_SECONDS * 1000),
    })
  })
  mailNewAddress(deps, { ...user, email }, token)
}

export async function readEmailChange(
  { db, now }: Pick<AccountDeps, 'db' | 'now'>,
  userId: number,
): Promise<ResponseOf<typeof getCall>> {
  const change = await findPending(db, userId, isoTime(now()))
  return { pending: change === undefined ? null : { email: change.new_email, expires_at: change.expires_at } }
}

export function cancelEmailChange({ db }: Pick<AccountDeps, 'db'>, userId: number): Promise<void> {
  return forgetPending(db, userId)
}

import type { Kysely } from 'kysely'
import { UNDO_SECONDS } from '#contract/limits.ts'
import { isUniqueViolation } from '../../../db/errors/unique-violation.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import { makeDue } from '../../subscriptions/customers.repository.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenInvalid } from '../accounts.errors.ts'
import { changeUser, type UserRow } from '../accounts.repository.ts'
import { replaceSubscriber } from '../email/replaced-subscriber.repository.ts'
import { findChange, forgetLater, storeChange } from '../email-changes.repository.ts'
import { deleteFactorsSince, deleteUnprovenFactors } from '../factors/factors.repository.ts'
import { mailSecondFactor } from '../factors/mails/mail-second-factor.ts'
import { forgetOneTimeTokens } from '../one-time-tokens.repository.ts'
import { forgetKnownAddresses } from '../sessions/known-address.ts'
import { revokeSessions } from '../sessions.repository.ts'
import { emailUndoTaken } from './email-change.errors.ts'
import { mailAddressLeft, mailAddressRestored } from './mails/mail-address-restored.ts'

type Db = Kysely<Database>

interface Undone {
  restored: UserRow
  /** The address that the account had until now. */
  left: string
  /** Whether second factors from before the address was confirmed were removed. */
  endedFactors: boolean
}

/**
 * Restores the old address by the token mailed to it. Because somebody else may have made the change, it also removes
 * the password, all sessions, second factors added since a week before the request or before the address was confirmed,
 * and a link to another Google account. A mail lets the owner choose a new password. Idempotent. Throws token_invalid, and conflict
 * when another account has the old address by now.
 */
export async function undoEmailChange(deps: AccountDeps, token: string): Promise<void> {
  const undone = await deps.db
    .transaction()
    .execute((trx) => undo(trx, deps, token))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailUndoTaken() : error
    })
  if (undone === undefined) return
  mailAddressRestored(deps, undone.restored)
  if (undone.endedFactors) mailSecondFactor(deps, undone.restored, 'removed_with_address')
  if (undone.left !== undone.restored.email) mailAddressLeft(deps, { ...undone.restored, email: undone.left })
}

/** Undefined when it was undone before. */
async function undo(trx: Db, { now }: AccountDeps, token: string): Promise<Undone | undefined> {
  const time = isoTime(now())
  const known = await findChange(trx, token, { mailedTo: 'old', now: time })
  const before = known && (await lockUser(trx, known.user_id))
  // Read again: a concurrent request may have used it before the user was locked.
  const row = await findChange(trx, token, { mailedTo: 'old', now: time })
  if (before === undefined || row?.old_email == null) throw tokenInvalid()
  if (row.undone_at !== null) return undefined
  const restored = await changeUser(trx, before.id, {
    email: row.old_email,
    email_verified: 1,
    email_confirmed_at: null,
    google_sub: row.old_google_sub,
    password_hash: null,
    updated_at: time,
  })
  if (restored === undefined) throw tokenInvalid()
  await storeChange(trx, row.token_hash, { undone_at: time })
  await forgetLater(trx, row)
  await forgetOneTimeTokens(trx, before.id, 'verify_email', 'reset', 'sso')
  await forgetKnownAddresses(trx, before.id)
  await revokeSessions(trx, before.id, {}, time)
  await replaceSubscriber(trx, restored)
  await makeDue(trx, before.id, time)
  const endedFactors = await deleteUnprovenFactors(trx, before)
  // Whoever got in may have added a factor first: their passkey would open the account again.
  await deleteFactorsSince(trx, before.id, isoTime(Date.parse(row.created_at) - UNDO_SECONDS * 1000))
  return { restored, left: before.email, endedFactors }
}

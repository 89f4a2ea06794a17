import type { Kysely } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { previewEmailChange as previewCall } from '#contract/endpoints/email-change.ts'
import { UNDO_SECONDS } from '#contract/limits.ts'
import { isUniqueViolation } from '../../../db/errors/unique-violation.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { createLinkToken } from '../../../lib/link-token.ts'
import { isoTime } from '../../../lib/time.ts'
import { makeDue } from '../../subscriptions/customers.repository.ts'
import { recordPastTrial } from '../../subscriptions/past-trials.repository.ts'
import { hasHadTrial } from '../../subscriptions/subscriptions.repository.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenInvalid } from '../accounts.errors.ts'
import { changeUser, findUser, type UserRow } from '../accounts.repository.ts'
import { replaceSubscriber } from '../email/replaced-subscriber.repository.ts'
import {
  type EmailChangeRow,
  findChange,
  findChangeAway,
  forgetLater,
  storeChange,
} from '../email-changes.repository.ts'
import { forgetOneTimeTokens } from '../one-time-tokens.repository.ts'
import { emailChangeTaken } from './email-change.errors.ts'
import { mailAddressChanged } from './mails/mail-address-changed.ts'

type Db = Kysely<Database>

/** The user before the change, and the token of the link that undoes it; null for none. */
interface Changed {
  before: UserRow
  undo: string | null
}

/**
 * Changes the address by the token mailed to the new one, and tells the old one if it was confirmed. Sessions and the
 * link to Google stay. Idempotent. Throws token_invalid, and conflict when another account has the address by now.
 */
export async function confirmEmailChange(deps: AccountDeps, token: string): Promise<void> {
  const changed = await deps.db
    .transaction()
    .execute((trx) => change(trx, deps, token))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailChangeTaken() : error
    })
  if (changed !== undefined) mailAddressChanged(deps, changed.before, changed.undo)
}

/** Undefined when nothing is to be mailed. */
async function change(trx: Db, { config, now }: AccountDeps, token: string): Promise<Changed | undefined> {
  const time = now()
  const nowText = isoTime(time)
  const known = await findChange(trx, token, { mailedTo: 'new', now: nowText })
  const before = known && (await lockUser(trx, known.user_id))
  // Read again: a concurrent request may have used or cancelled it before the user was locked.
  const row = await findChange(trx, token, { mailedTo: 'new', now: nowText })
  if (before === undefined || row === undefined) throw tokenInvalid()
  if (row.confirmed_at !== null) {
    if (before.email !== row.new_email) throw tokenInvalid()
    return undefined
  }
  await changeUser(trx, before.id, { email: row.new_email, email_verified: 1, updated_at: nowText })
  await replaceSubscriber(trx, { id: before.id, email: row.new_email })
  // Links that were mailed to the old address.
  await forgetOneTimeTokens(trx, before.id, 'verify_email', 'reset')
  await makeDue(trx, before.id, nowText)
  if (await hasHadTrial(trx, before.id)) await recordPastTrial(trx, config, { email: row.new_email, now: time })
  return { before, undo: await storeConfirmed(trx, row, before, time) }
}

/**
 * Stores what an undo restores. There is none for an address that was never confirmed, because it may be a stranger's,
 * and none for a return to an earlier address: otherwise the address that is left could take the account back.
 */
async function storeConfirmed(trx: Db, row: EmailChangeRow, before: UserRow, time: number): Promise<string | null> {
  const confirmed_at = isoTime(time)
  const earlier = await findChangeAway(trx, before.id, { email: row.new_email, now: confirmed_at })
  const undo = earlier === undefined && before.email_verified === 1 ? createLinkToken() : undefined
  await storeChange(trx, row.token_hash, {
    confirmed_at,
    expires_at: isoTime(time + UNDO_SECONDS * 1000),
    old_email: before.email,
    old_google_sub: before.google_sub,
    undo_hash: undo?.hash ?? null,
  })
  // Ends the link of the earlier change, too, whose address is the current one again.
  if (earlier !== undefined) await forgetLater(trx, { ...earlier, token_hash: row.token_hash })
  return undo?.token ?? null
}

/** What a mailed token does. Throws token_invalid. */
export async function previewEmailChange(
  { db, now }: Pick<AccountDeps, 'db' | 'now'>,
  token: string,
): Promise<ResponseOf<typeof previewCall>> {
  const time = isoTime(now())
  const change = await findChange(db, token, { mailedTo: 'new', now: time })
  if (change !== undefined) {
    const is_done = change.confirmed_at !== null
    const user = is_done ? await findUser(db, change.user_id) : undefined
    if (is_done && user?.email !== change.new_email) throw tokenInvalid()
    return { action: 'confirm', email: change.new_email, is_done }
  }
  const undo = await findChange(db, token, { mailedTo: 'old', now: time })
  if (undo === undefined) throw tokenInvalid()
  return { action: 'undo', email: undo.old_email ?? '', is_done: undo.undone_at !== null }
}

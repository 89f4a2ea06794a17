import type { Kysely } from 'kysely'
import type { ChangeUserInput } from '#contract/objects/admin/user-input.ts'
import type { User } from '#contract/objects/user.ts'
import { userFlags } from '#contract/objects/user-list.ts'
import { isUniqueViolation } from '../../../db/errors/unique-violation.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { emailTaken, usernameTaken } from '../../accounts/accounts.errors.ts'
import { changeUser, findUser, findUserByEmail, type UserRow } from '../../accounts/accounts.repository.ts'
import { mailPasswordChanged } from '../../accounts/email/mails/mail-password-changed.ts'
import { mailVerification } from '../../accounts/email/mails/mail-verification.ts'
import { forgetEmailChanges, forgetPending } from '../../accounts/email-changes.repository.ts'
import { forgetOneTimeTokens } from '../../accounts/one-time-tokens.repository.ts'
import { hashPassword } from '../../accounts/password/password-hash.ts'
import { refuseWeakPassword } from '../../accounts/password/refuse-weak-password.ts'
import { toUser } from '../../accounts/profile/to-user.ts'
import { revokeSessions } from '../../accounts/sessions.repository.ts'
import { makeDue } from '../../subscriptions/customers.repository.ts'
import { userNotFound } from '../users.errors.ts'
import { changedValues } from './changed-values.ts'
import { refuseLastAdmin } from './refuse-last-admin.ts'

type Deps = Pick<Dependencies, 'config' | 'db' | 'mails' | 'now'>

interface Changed {
  user: UserRow
  newAddress: boolean
}

/**
 * Changes the given fields. A new address is unconfirmed, and links sent to the old one are invalid; a new address or
 * password ends all sessions. The payment processor gets the address within minutes. Throws not_found; last_admin;
 * email_taken, username_taken, password_common, password_personal on their fields.
 */
export async function updateUser(
  deps: Deps,
  id: number,
  { password, ...input }: ChangeUserInput,
  record: RecordAudit,
): Promise<User> {
  const { db, now } = deps
  if (password) await refuseWeakPassword('password', password, (await findUser(db, id)) ?? {}, input)
  const password_hash = password ? await hashPassword(password) : null
  const time = isoTime(now())
  const change = async (trx: Kysely<Database>): Promise<Changed> => {
    // Admins are locked first, by ascending id, and then the user, so that two such transactions cannot deadlock.
    if (input.is_admin === false) await refuseLastAdmin(trx, { but: id })
    const user = await lockUser(trx, id)
    if (user === undefined) throw userNotFound()
    const values = changedValues(user, input)
    await record(trx, { subject: { kind: 'user', id }, details: detailsOf(values, password_hash !== null) })
    const newAddress = values.email !== undefined
    if (newAddress) {
      await forgetOneTimeTokens(trx, id, 'verify_email')
      await forgetEmailChanges(trx, id)
      await makeDue(trx, id, time)
    }
    if (newAddress || password_hash !== null) await forgetOneTimeTokens(trx, id, 'reset')
    if (password_hash !== null) values.password_hash = password_hash
    if (password_hash !== null) await forgetPending(trx, id)
    if (newAddress || password_hash !== null) await revokeSessions(trx, id, {}, time)
    if (Object.keys(values).length === 0) return { user, newAddress }
    return { user: (await changeUser(trx, id, { ...values, updated_at: time })) ?? user, newAddress }
  }
  const { user, newAddress } = await db
    .transaction()
    .execute(change)
    .catch((error: unknown) => rethrow(db, id, input, error))
  if (newAddress) mailVerification(deps, user)
  if (password_hash !== null) mailPasswordChanged(deps, user)
  return toUser(db, user, now())
}

/** Field names and the values of flags only, because audit entries are never deleted. */
function detailsOf(values: object, newPassword: boolean) {
  const written = Object.entries(values).filter(
    ([name]) => !['email_verified', 'email_confirmed_at', 'google_sub', 'username_key'].includes(name),
  )
  const flags = written.filter(([name]) => userFlags.some((flag) => flag === name))
  return {
    fields: [...written.map(([name]) => name), ...(newPassword ? ['password'] : [])],
    ...Object.fromEntries(flags.map(([name, on]) => [name, on === 1])),
  }
}

async function rethrow(db: Kysely<Database>, id: number, { email }: ChangeUserInput, error: unknown): Promise<never> {
  if (!isUniqueViolation(error)) throw error
  const holder = email === undefined ? undefined : await findUserByEmail(db, email)
  throw holder !== undefined && holder.id !== id ? emailTaken() : usernameTaken()
}

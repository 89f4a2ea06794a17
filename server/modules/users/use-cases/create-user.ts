import type { CreateUserInput } from '#contract/objects/admin/user-input.ts'
import type { User } from '#contract/objects/user.ts'
import { userFlags } from '#contract/objects/user-list.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { emailTaken } from '../../accounts/accounts.errors.ts'
import { emailExists } from '../../accounts/accounts.repository.ts'
import { mailInvitation } from '../../accounts/email/mails/mail-invitation.ts'
import { mailVerification } from '../../accounts/email/mails/mail-verification.ts'
import { hashPassword } from '../../accounts/password/password-hash.ts'
import { refuseWeakPassword } from '../../accounts/password/refuse-weak-password.ts'
import { toUser } from '../../accounts/profile/to-user.ts'
import { insertWithFreeName } from '../../accounts/registration/insert-with-free-name.ts'

type Deps = Pick<Dependencies, 'config' | 'db' | 'mails' | 'now'>

interface Written {
  /** The new user's language is that of the admin's request; users can change it. */
  language: Language
  record: RecordAudit
}

/**
 * Creates an account for another user. With a password a mail asks them to confirm the address; without one a mail lets
 * them choose one. Throws email_taken, username_taken, password_common, password_personal on their fields.
 */
export async function createUser(deps: Deps, input: CreateUserInput, { language, record }: Written): Promise<User> {
  const { db } = deps
  if (await emailExists(db, input.email)) throw emailTaken()
  const password_hash = await hashGiven(input)
  const now = isoTime(deps.now())
  const flags = { ...input, is_admin: false }
  const user = await db.transaction().execute(async (trx) => {
    const made = await insertWithFreeName(trx, cleanText(input.username), {
      email: input.email,
      first_name: cleanText(input.first_name),
      last_name: cleanText(input.last_name),
      password_hash,
      google_sub: null,
      is_admin: 0,
      is_provider: input.is_provider ? 1 : 0,
      is_vip: input.is_vip ? 1 : 0,
      is_ad_subscriber: input.is_ad_subscriber ? 1 : 0,
      receive_newsletters: input.receive_newsletters ? 1 : 0,
      email_verified: 0,
      photo_url: null,
      language,
      created_at: now,
      updated_at: now,
    })
    const details = { flags: userFlags.filter((flag) => flags[flag]), invited: password_hash === null }
    await record(trx, { subject: { kind: 'user', id: made.id }, details })
    return made
  })
  if (password_hash === null) mailInvitation(deps, user)
  else mailVerification(deps, user)
  return toUser(db, user, deps.now())
}

async function hashGiven(input: CreateUserInput): Promise<string | null> {
  if (!input.password) return null
  await refuseWeakPassword('password', input.password, input)
  return hashPassword(input.password)
}

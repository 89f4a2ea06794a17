import type { BodyOf } from '#contract/endpoint.ts'
import type { register as registerCall } from '#contract/endpoints/accounts.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import type { Language } from '#contract/primitives.ts'
import { fieldError } from '../../../lib/errors.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { emailTaken } from '../accounts.errors.ts'
import { storeConsents } from '../consents/consents.ts'
import { mailVerification } from '../email/mails/mail-verification.ts'
import { hashPassword } from '../password/password-hash.ts'
import { refuseWeakPassword } from '../password/refuse-weak-password.ts'
import { accountKey } from '../sessions/counter-key.ts'
import type { SignInFrom } from '../sessions/open-session.ts'
import { signIn } from '../sessions/sign-in.ts'
import { checkEmail } from './check-email.ts'
import { insertWithFreeName } from './insert-with-free-name.ts'

interface From extends SignInFrom {
  language: Language
}

/** Creates an account and signs the user in; a mail asks them to confirm the address. */
export async function register(
  deps: AccountDeps,
  input: BodyOf<typeof registerCall>,
  { language, ...from }: From,
): Promise<Authenticated> {
  if ((await checkEmail(deps, input.email)).exists) throw emailTaken()
  await refuseWeakPassword('password', input.password, input)
  const { minimumAge } = deps.config.legal
  if (minimumAge !== null && (input.minimum_age ?? 0) < minimumAge) throw fieldError('minimum_age', 'age_required')
  const now = isoTime(deps.now())
  const values = {
    email: input.email,
    first_name: input.first_name,
    last_name: input.last_name,
    password_hash: await hashPassword(input.password),
    google_sub: null,
    is_admin: 0,
    is_provider: 0,
    is_vip: 0,
    is_ad_subscriber: 0,
    receive_newsletters: input.receive_newsletters ? 1 : 0,
    email_verified: 0,
    photo_url: null,
    language,
    created_at: now,
    updated_at: now,
  } as const
  const user = await deps.db.transaction().execute(async (trx) => {
    const inserted = await insertWithFreeName(trx, input.username ?? '', values)
    const consents = { terms: input.accepted_terms, minimum_age: minimumAge ?? undefined }
    await storeConsents({ ...deps, db: trx }, inserted.id, consents)
    return inserted
  })
  // The account may be made, deleted and made again with a stranger's address, whose mailbox must not be filled.
  if (await deps.limiter.tryTake('resendAddress', accountKey(user.email))) mailVerification(deps, user)
  return signIn(deps, user, from)
}

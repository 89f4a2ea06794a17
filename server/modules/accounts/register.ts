import type { Insertable } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { register as registerCall } from '#contract/endpoints/accounts.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import type { UsersTable } from '../../db/schema.ts'
import { emailTaken, usernameTaken } from './accounts.errors.ts'
import type { AccountNeeds } from './accounts.needs.ts'
import { emailExists, insertUser, type UserRow } from './accounts.repository.ts'
import { mailVerification } from './email/mails/mail-verification.ts'
import { refuseCommonPassword } from './password/common-passwords.ts'
import { hashPassword } from './password/password.ts'
import { openSession, type SignInFrom } from './sessions/open-session.ts'
import { usernameFromEmail, usernameKey } from './username.ts'

interface From extends SignInFrom {
  language: 'en' | 'es'
}

/** Makes an account and signs it in; a mail asks to confirm the address. */
export async function register(
  needs: AccountNeeds,
  input: BodyOf<typeof registerCall>,
  { language, ...from }: From,
): Promise<Authenticated> {
  if (await emailExists(needs.db, input.email)) throw emailTaken()
  await refuseCommonPassword('password', input.password)
  const now = new Date(needs.now()).toISOString()
  const user = await insertWithFreeName(needs, input.username ?? '', {
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
  })
  mailVerification(needs, user)
  return openSession(needs, user, from)
}

const ATTEMPTS = 20

/** Takes the username that was given, or finds a free one; the unique indexes decide between two at once. */
async function insertWithFreeName(
  { db }: AccountNeeds,
  given: string,
  values: Omit<Insertable<UsersTable>, 'username' | 'username_key'>,
): Promise<UserRow> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const username = given || usernameFromEmail(values.email, attempt)
    const user = await insertUser(db, { ...values, username, username_key: usernameKey(username) })
    if (user !== undefined) return user
    if (await emailExists(db, values.email)) throw emailTaken()
    if (given !== '') throw usernameTaken()
  }
  throw usernameTaken()
}

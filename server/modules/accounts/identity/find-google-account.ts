import type { Kysely } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { GoogleUser } from '../../../providers/identity/google.ts'
import { googleAddressTaken, googleAddressUnconfirmed, googleRefused, usernameTaken } from '../accounts.errors.ts'
import { changeUser, findUserByEmail, insertUser, type UserRow } from '../accounts.repository.ts'
import { replaceSubscriber } from '../email/replaced-subscriber.repository.ts'
import { forgetEmailChanges } from '../email-changes.repository.ts'
import { deleteUnprovenFactors } from '../factors/factors.repository.ts'
import { forgetOneTimeTokens } from '../one-time-tokens.repository.ts'
import { usernameFromEmail, usernameKey } from '../profile/username.ts'
import { forgetKnownAddresses } from '../sessions/known-address.ts'
import { revokeSessions } from '../sessions.repository.ts'
import { readGoogleNames } from './google-names.ts'

type Db = Kysely<Database>

interface Found {
  user: UserRow
  /** `joined`: the account existed and is now linked to Google. */
  outcome: 'known' | 'joined' | 'created'
  /** Whether linking removed a password; false for an account without one. */
  endedPassword: boolean
  /** Whether linking removed second factors. */
  endedFactors: boolean
}

interface Now {
  language: Language
  /** Milliseconds since 1970. */
  now: number
}

const ATTEMPTS = 20
const nothingEnded = { endedPassword: false, endedFactors: false }

/**
 * Finds the account of a Google user by `sub`, else by an address that both sides have confirmed, else creates one.
 * When a concurrent request creates it first, the search is repeated. `db` is a transaction.
 */
export async function findGoogleAccount(db: Db, googleUser: GoogleUser, { language, now }: Now): Promise<Found> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = await findBySub(db, googleUser.sub)
    if (known !== undefined) return { user: known, outcome: 'known', ...nothingEnded }
    const joined = await joinByEmail(db, googleUser, now)
    if (joined !== undefined) return joined
    const made = await insert(db, googleUser, { language, now }, attempt)
    if (made !== undefined) return { user: made, outcome: 'created', ...nothingEnded }
  }
  throw usernameTaken()
}

function findBySub(db: Db, sub: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('google_sub', '=', sub).executeTakeFirst()
}

/**
 * Links the account that has the Google user's address. Both sides must have confirmed the address: an unconfirmed
 * account may belong to another user, who would then share it with the owner of the address.
 * A confirmed address does not prove that its owner registered the account either: they may have followed the link of a
 * stranger's registration. So linking removes the account's password, ends its sessions and links (decision 047), and
 * removes second factors from before the address was confirmed.
 */
async function joinByEmail(db: Db, googleUser: GoogleUser, now: number): Promise<Found | undefined> {
  if (googleUser.email === null || !googleUser.emailVerified) throw googleRefused()
  const known = await findUserByEmail(db, googleUser.email)
  if (known === undefined) return undefined
  // A concurrent request of the same user has linked the account since it was searched by `sub`.
  if (known.google_sub === googleUser.sub) return { user: known, outcome: 'known', ...nothingEnded }
  if (known.email_verified === 0) throw googleAddressUnconfirmed()
  const time = isoTime(now)
  const joined = await db
    .updateTable('users')
    .set({ google_sub: googleUser.sub, password_hash: null, updated_at: time })
    .where('id', '=', known.id)
    .where('email', '=', googleUser.email)
    .where('email_verified', '=', 1)
    .where('google_sub', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (joined === undefined) throw googleAddressTaken()
  await revokeSessions(db, joined.id, {}, time)
  await forgetOneTimeTokens(db, joined.id, 'reset', 'verify_email', 'sso')
  await forgetEmailChanges(db, joined.id)
  await forgetKnownAddresses(db, joined.id)
  const endedFactors = await deleteUnprovenFactors(db, joined)
  return { user: joined, outcome: 'joined', endedPassword: known.password_hash !== null, endedFactors }
}

/** Google's page asks nobody about the newsletter, so an address that gets it already goes on getting it. */
async function insert(
  db: Db,
  googleUser: GoogleUser,
  { language, now }: Now,
  attempt: number,
): Promise<UserRow | undefined> {
  const email = googleUser.email ?? ''
  const { first, last } = readGoogleNames(googleUser)
  const username = usernameFromEmail(email, attempt)
  const time = isoTime(now)
  const user = await insertUser(db, {
    email,
    username,
    username_key: usernameKey(username),
    first_name: first,
    last_name: last,
    password_hash: null,
    google_sub: googleUser.sub,
    is_admin: 0,
    is_provider: 0,
    is_vip: 0,
    is_ad_subscriber: 0,
    receive_newsletters: 0,
    email_verified: 1,
    photo_url: null,
    language,
    created_at: time,
    updated_at: time,
  })
  if (user === undefined || !(await replaceSubscriber(db, user))) return user
  return changeUser(db, user.id, { receive_newsletters: 1 })
}

import * as v from 'valibot'
import { User } from '#contract/objects/user.ts'

/** Defaults for fields that an older build has not stored. */
const sinceThen: Omit<User, 'id' | 'email'> = {
  username: '',
  first_name: '',
  last_name: '',
  is_vip: false,
  is_provider: false,
  is_ad_subscriber: false,
  receive_newsletters: false,
  is_admin: false,
  email_verified: false,
  created_at: '1970-01-01T00:00:00.000Z',
  subscriptions: [],
  profile: { is_provider: false, photo_url: null, language: 'en' },
}

/** Parses a stored user, perhaps of an older build: an update of the app must not sign the user out. */
export function parseStoredUser(stored: unknown): User | null {
  const known = v.safeParse(v.looseObject({ id: v.number(), email: v.string() }), stored)
  if (!known.success) return null
  const whole = v.safeParse(User, { ...sinceThen, ...known.output })
  if (whole.success) return whole.output
  return { ...sinceThen, id: known.output.id, email: known.output.email }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { deriveKey } from '../../../lib/derive-key.ts'
import { findUser, type UserRow } from '../accounts.repository.ts'

const SECONDS = 5 * 60

interface Options {
  tokenSecret: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Shows for five minutes that this user has passed the first step of signing in: `<user id>.<end>.<HMAC>`. It opens
 * nothing without a second factor, and ends when password or Google account change, because the signature contains both.
 */
export function issueChallenge(user: UserRow, { tokenSecret, now }: Options): string {
  const text = `${user.id}.${Math.floor(now / 1000) + SECONDS}`
  return `${text}.${sign(text, user, tokenSecret).toString('base64url')}`
}

/** The user of a challenge; undefined when it is forged or expired, or the account has changed since. */
export async function readChallenge(
  db: Kysely<Database>,
  challenge: string,
  { tokenSecret, now }: Options,
): Promise<UserRow | undefined> {
  const [, text, id, end, given] = /^(([1-9]\d{0,14})\.(\d{10}))\.([\w-]{43})$/.exec(challenge) ?? []
  if (text === undefined || given === undefined || Number(end) <= now / 1000) return undefined
  const user = await findUser(db, Number(id))
  if (user === undefined) return undefined
  return timingSafeEqual(sign(text, user, tokenSecret), Buffer.from(given, 'base64url')) ? user : undefined
}

const sign = (text: string, { password_hash, google_sub }: UserRow, tokenSecret: string): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, 'challenge'))
    .update(JSON.stringify([text, password_hash, google_sub]))
    .digest()

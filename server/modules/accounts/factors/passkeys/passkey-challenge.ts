import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../../../lib/derive-key.ts'

/** How long a challenge is valid; the login page requests a new one while it stays open. */
export const CHALLENGE_SECONDS = 5 * 60

export interface ChallengeUse {
  purpose: 'add' | 'sign-in' | 'confirm'
  /** Whose passkey must answer; 0 for whichever the browser offers. */
  userId: number
}

export interface PasskeyChallenge extends ChallengeUse {
  /** Milliseconds since 1970. */
  endsAt: number
}

interface Options {
  tokenSecret: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * A random challenge for an authenticator, signed so that asking for one stores nothing, for anybody may ask:
 * `<purpose>.<user id>.<end>.<random>.<HMAC>`, in base64url. The server stores it once a passkey has answered it.
 */
export function issuePasskeyChallenge({ purpose, userId }: ChallengeUse, { tokenSecret, now }: Options): string {
  const random = randomBytes(16).toString('base64url')
  const text = `${purpose}.${userId}.${now + CHALLENGE_SECONDS * 1000}.${random}`
  return Buffer.from(`${text}.${sign(text, tokenSecret).toString('base64url')}`).toString('base64url')
}

/** Reads a base64url challenge; undefined when it is not signed by this server. The caller checks its expiry. */
export function readPasskeyChallenge(
  challenge: string,
  { tokenSecret }: Pick<Options, 'tokenSecret'>,
): PasskeyChallenge | undefined {
  const [, text, purpose, userId, end, given] =
    /^((add|sign-in|confirm)\.(\d{1,15})\.(\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(
      Buffer.from(challenge, 'base64url').toString(),
    ) ?? []
  if (text === undefined || given === undefined) return undefined
  if (!timingSafeEqual(sign(text, tokenSecret), Buffer.from(given, 'base64url'))) return undefined
  return { purpose: purpose as ChallengeUse['purpose'], userId: Number(userId), endsAt: Number(end) }
}

const sign = (text: string, tokenSecret: string): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, 'passkey')).update(text).digest()

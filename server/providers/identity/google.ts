import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose'
import * as v from 'valibot'
import { Email } from '#contract/primitives.ts'

/** The user whom a credential identifies. */
export interface GoogleUser {
  /** Google's permanent id of the account; the address may change. */
  sub: string
  /** Lower case; null when the credential has none. */
  email: string | null
  emailVerified: boolean
  name: string
  givenName: string
  familyName: string
  /** Until when the credential is accepted, in milliseconds since 1970: its expiry plus TOLERANCE_SECONDS. */
  takenUntil: number
}

/** The credential is forged, expired, malformed or for another app. The message is for the log. */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused'
}

/** Google's keys could not be read, so the credential could not be verified. */
export class IdentityUnreachable extends Error {
  override readonly name = 'IdentityUnreachable'
}

export interface GoogleIdentity {
  /**
   * `nonce` must be that of the credential, or undefined where it has none. Throws CredentialRefused or
   * IdentityUnreachable.
   */
  verify(credential: string, nonce: string | undefined): Promise<GoogleUser>
}

interface Options {
  clientId: string
  jwksUrl: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds after a read of the keys in which an unknown key id does not cause another read; 30 s by default. */
  cooldownMs?: number
}

/** The tolerance for differences between Google's clock and ours. */
const TOLERANCE_SECONDS = 60
/** Google's credentials are valid for an hour. */
const AGE_MAX_SECONDS = 3600

/** `aud` must be a single client: a list would admit credentials for other apps. */
const Claims = v.object({
  aud: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  exp: v.number(),
  nonce: v.optional(v.pipe(v.string(), v.nonEmpty())),
  email: v.fallback(v.nullable(Email), null),
  email_verified: v.fallback(v.boolean(), false),
  name: v.fallback(v.string(), ''),
  given_name: v.fallback(v.string(), ''),
  family_name: v.fallback(v.string(), ''),
})

/**
 * Verifies credentials of Google's button
 * (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
export function createGoogleIdentity({ clientId, jwksUrl, now, cooldownMs }: Options): GoogleIdentity {
  const cooldown = cooldownMs === undefined ? {} : { cooldownDuration: cooldownMs }
  const keys = keysOrUnreachable(createRemoteJWKSet(new URL(jwksUrl), cooldown))
  const options: JWTVerifyOptions = {
    algorithms: ['RS256'],
    audience: clientId,
    issuer: ['https://accounts.google.com', 'accounts.google.com'],
    clockTolerance: TOLERANCE_SECONDS,
    maxTokenAge: AGE_MAX_SECONDS,
    requiredClaims: ['exp', 'iat', 'sub'],
  }
  return {
    async verify(credential, nonce) {
      const verified = await jwtVerify(credential, keys, { ...options, currentDate: new Date(now()) }).catch(refused)
      const claims = v.safeParse(Claims, verified.payload)
      if (!claims.success) throw new CredentialRefused(`claims: ${v.getDotPath(claims.issues[0])}`)
      if (claims.output.nonce !== nonce) throw new CredentialRefused('nonce')
      const { sub, email, email_verified: emailVerified, name, given_name, family_name, exp } = claims.output
      const takenUntil = (exp + TOLERANCE_SECONDS) * 1000
      return { sub, email, emailVerified, name, givenName: given_name, familyName: family_name, takenUntil }
    },
  }
}

/** Failures to read the keys become IdentityUnreachable; an unknown key means a forged credential. */
function keysOrUnreachable(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const noSuchKey = error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
      throw noSuchKey ? error : new IdentityUnreachable('the key set could not be read', { cause: error })
    }
  }
}

function refused(error: unknown): never {
  if (error instanceof errors.JOSEError) throw new CredentialRefused(error.code, { cause: error })
  throw error
}

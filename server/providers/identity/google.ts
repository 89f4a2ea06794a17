import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose'
import * as v from 'valibot'
import { Email } from '#contract/primitives.ts'

/** Who Google says this is. */
export interface GoogleUser {
  /** Google's name of the account, for ever; the address may change. */
  sub: string
  /** Lower case; null when the credential has none. */
  email: string | null
  emailVerified: boolean
  name: string
  givenName: string
  familyName: string
  /** Until when the credential would be taken, in milliseconds since 1970. */
  takenUntil: number
}

/** The credential is forged, expired, for another app, or none at all. Its message is for the log. */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused'
}

/** Google's keys could not be read; nothing is known of the credential. */
export class IdentityUnreachable extends Error {
  override readonly name = 'IdentityUnreachable'
}

export interface GoogleIdentity {
  /** Throws CredentialRefused or IdentityUnreachable. */
  verify(credential: string, nonce: string): Promise<GoogleUser>
}

interface Options {
  clientId: string
  jwksUrl: string
  /** Milliseconds since 1970. */
  now: () => number
  /** After keys were read, how long an unknown key id is refused without reading again; 30 s. */
  cooldownMs?: number
}

/** Between Google's clock and ours. */
const TOLERANCE_SECONDS = 60
/** Google's credentials live for an hour. */
const AGE_MAX_SECONDS = 3600

/** `aud` is one client here: a list would let a credential made for another app in. */
const Claims = v.object({
  aud: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  exp: v.number(),
  nonce: v.pipe(v.string(), v.nonEmpty()),
  email: v.fallback(v.nullable(Email), null),
  email_verified: v.fallback(v.boolean(), false),
  name: v.fallback(v.string(), ''),
  given_name: v.fallback(v.string(), ''),
  family_name: v.fallback(v.string(), ''),
})

/** Verifies what Google's button hands over (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token). */
export function createGoogleIdentity({ clientId, jwksUrl, now, cooldownMs }: Options): GoogleIdentity {
  const cooldown = cooldownMs === undefined ? {} : { cooldownDuration: cooldownMs }
  const keys = keysOrUnreachable(createRemoteJWKSet(new URL(jwksUrl), cooldown))
  const options: JWTVerifyOptions = {
    algorithms: ['RS256'],
    audience: clientId,
    issuer: ['https://accounts.google.com', 'accounts.google.com'],
    clockTolerance: TOLERANCE_SECONDS,
    maxTokenAge: AGE_MAX_SECONDS,
    requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
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

/** What goes wrong while keys are read is nobody's forgery; a key that Google does not have is. */
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

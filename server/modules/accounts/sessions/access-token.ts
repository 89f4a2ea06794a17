import { createSecretKey, hash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { PRODUCT } from '#contract/limits.ts'
import { deriveKey } from '../../../lib/derive-key.ts'

const ISSUER = 'companion'
const TYPE = 'at+jwt'

/** The token holds only these: roles are read from the database with every request. */
interface AccessClaims {
  userId: number
  sessionId: string
}

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)),
  sid: v.string(),
  /** Seconds since 1970. Required here, because the library checks the expiration time only where the claim exists. */
  exp: v.number(),
})

/** The maximum number of remembered tokens, about 3 MB; the oldest are forgotten first. */
const VERIFIED_MAX = 10_000

interface Options {
  secret: string
  seconds: number
  /** Milliseconds since 1970. */
  now: () => number
}

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>
  /** Undefined for a token that is expired, forged or of another kind. */
  verify(token: string): Promise<AccessClaims | undefined>
}

export function createAccessTokens({ secret, seconds, now }: Options): AccessTokens {
  // The key is imported once: for plain bytes the library would import them with every request.
  const bytes = createSecretKey(deriveKey(secret, 'access'))
  const key = bytes.toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  /**
   * Claims of tokens whose signature was verified, by the token's hash. A token's claims never change, and its session
   * is read from the database with every request, so only the expiration time is checked again.
   */
  const verified = new Map<string, { claims: AccessClaims; expiresAt: number }>()
  return {
    sign({ userId, sessionId }) {
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(String(userId))
        .setIssuer(ISSUER)
        .setAudience(PRODUCT)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key)
    },
    async verify(token) {
      const digest = hash('sha256', token, 'base64url')
      const known = verified.get(digest)
      if (known !== undefined) return known.expiresAt > Math.floor(now() / 1000) ? known.claims : undefined
      const options = {
        algorithms: ['HS256'],
        typ: TYPE,
        issuer: ISSUER,
        audience: PRODUCT,
      }
      const result = await jwtVerify(token, key, { ...options, currentDate: new Date(now()) }).catch(() => undefined)
      const parsed = v.safeParse(Claims, result?.payload)
      if (!parsed.success) return undefined
      const claims = { userId: parsed.output.sub, sessionId: parsed.output.sid }
      const [oldest] = verified.keys()
      if (oldest !== undefined && verified.size >= VERIFIED_MAX) verified.delete(oldest)
      verified.set(digest, { claims, expiresAt: parsed.output.exp })
      return claims
    },
  }
}

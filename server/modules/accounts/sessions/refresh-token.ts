import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../../lib/derive-key.ts'

/** A session's refresh token by its generation; it is derived, so that the same token can be issued again. */
interface RefreshClaims {
  sessionId: string
  generation: number
}

export interface RefreshTokens {
  /** `<session id>.<generation>.<HMAC-SHA256, base64url>` */
  derive(claims: RefreshClaims): string
  /** Undefined for a forged token. */
  read(token: string): RefreshClaims | undefined
}

export function createRefreshTokens(secret: string): RefreshTokens {
  const key = deriveKey(secret, 'refresh')
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    derive({ sessionId, generation }) {
      const text = `${sessionId}.${generation}`
      return `${text}.${sign(text).toString('base64url')}`
    },
    read(token) {
      const match = /^(([0-9a-f-]{36})\.(\d{1,9}))\.([\w-]{43})$/.exec(token)
      const [, text, sessionId, generation, given] = match ?? []
      if (text === undefined || sessionId === undefined || given === undefined) return undefined
      const same = timingSafeEqual(sign(text), Buffer.from(given, 'base64url'))
      return same ? { sessionId, generation: Number(generation) } : undefined
    },
  }
}

import { createHash, randomBytes } from 'node:crypto'

/** A token of 32 random bytes, base64url; only its hash is stored, so a leaked database contains no usable one. */
export function createLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfLinkToken(token) }
}

export const hashOfLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

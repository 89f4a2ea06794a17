import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './derive-key.ts'
import { HOUR_MS } from './time.ts'

/** A token of 32 random bytes, base64url; only its hash is stored, so a leaked database contains no usable one. */
export function createLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfLinkToken(token) }
}

export const hashOfLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A name of 192 random bits, base64url, so that the URL with it cannot be guessed. */
export const newUrlName = (): string => randomBytes(24).toString('base64url')

/** Whether a part of a URL has the form of such a name. */
export const isUrlName = (text: string): boolean => /^[\w-]{32}$/.test(text)

const PREVIEW_STEP_MS = 12 * HOUR_MS

/**
 * When a link to a preview expires, in seconds since 1970: in 12 to 24 hours. It is the same for every link within 12
 * hours, so that the preview need not load again while an admin edits.
 */
export const previewExpiry = (now: number): number => (Math.ceil(now / PREVIEW_STEP_MS + 1) * PREVIEW_STEP_MS) / 1000

type Purpose = Parameters<typeof deriveKey>[1]

/**
 * A signed token for links of one purpose: the readable name, a dot and its HMAC. It needs no database row and never
 * expires by itself; `name` may contain an expiry time.
 */
export const signName = (tokenSecret: string, purpose: Purpose, name: string): string =>
  `${name}.${sign(tokenSecret, purpose, name).toString('base64url')}`

/** The name of a token that was made for this purpose; undefined for a forged one. */
export function readSignedName(tokenSecret: string, purpose: Purpose, token: string): string | undefined {
  const [, name, given] = /^(.{1,100})\.([\w-]{43})$/.exec(token) ?? []
  if (name === undefined || given === undefined) return undefined
  return timingSafeEqual(sign(tokenSecret, purpose, name), Buffer.from(given, 'base64url')) ? name : undefined
}

const sign = (tokenSecret: string, purpose: Purpose, name: string): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, purpose)).update(name).digest()

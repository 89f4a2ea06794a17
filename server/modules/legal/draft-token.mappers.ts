import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'
import type { Config } from '../../config/config.ts'
import { deriveKey } from '../../lib/derive-key.ts'

const VALID_MS = 12 * 3_600_000

export const LEGAL_PATH = '/legal/'

/** An address that shows a draft without a sign-in, because a page that is opened sends no token. It ends some hours later. */
export function draftUrl(
  { tokenSecret }: Pick<Config, 'tokenSecret'>,
  { document, version, now }: { document: LegalDocument; version: number; now: number },
): string {
  // Rounded, so that the address stays the same while somebody writes.
  const until = Math.ceil(now / VALID_MS + 1) * VALID_MS
  const name = `${version}.${until / 1000}`
  return `${LEGAL_PATH}${document}?draft=${name}.${seal(tokenSecret, document, name).toString('base64url')}`
}

/** The version of a token; undefined for one that is forged or has ended. */
export function readDraftToken(
  tokenSecret: string,
  { document, token, now }: { document: LegalDocument; token: string; now: number },
): number | undefined {
  const [, name, version, until, given] = /^(([1-9]\d{0,8})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (name === undefined || given === undefined || Number(until) * 1000 < now) return undefined
  const isRight = timingSafeEqual(seal(tokenSecret, document, name), Buffer.from(given, 'base64url'))
  return isRight ? Number(version) : undefined
}

const seal = (tokenSecret: string, document: LegalDocument, name: string): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, 'legal-draft')).update(`${document}.${name}`).digest()

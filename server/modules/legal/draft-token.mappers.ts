import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'
import type { Config } from '../../config/config.ts'
import { previewExpiry, readSignedName, signName } from '../../lib/link-token.ts'

export const LEGAL_PATH = '/legal/'

/**
 * An address that shows a draft without a sign-in, because a page that is opened sends no token. It is
 * valid for 12 to 24 hours. The document is signed as well, and named by the path.
 */
export function draftUrl(
  { tokenSecret }: Pick<Config, 'tokenSecret'>,
  { document, version, now }: { document: LegalDocument; version: number; now: number },
): string {
  const token = signName(tokenSecret, 'legal-draft', `${document}.${version}.${previewExpiry(now)}`)
  return `${LEGAL_PATH}${document}?draft=${token.slice(document.length + 1)}`
}

/** The version of a token; undefined for one that is forged or has ended. */
export function readDraftToken(
  tokenSecret: string,
  { document, token, now }: { document: LegalDocument; token: string; now: number },
): number | undefined {
  const [, version, until] = readSignedName(tokenSecret, 'legal-draft', `${document}.${token}`)?.split('.') ?? []
  return Number(until) * 1000 >= now ? Number(version) : undefined
}

import type { LegalDocument } from '#contract/objects/legal/legal-text.ts'
import type { Config } from '../../config/config.ts'
import { readSignedName, signName } from '../../lib/link-token.ts'

const VALID_MS = 12 * 3_600_000

export const LEGAL_PATH = '/legal/'

/**
 * An address that shows a draft without a sign-in, because a page that is opened sends no token. It ends some hours
 * later. The document is signed as well, and named by the path.
 */
export function draftUrl(
  { tokenSecret }: Pick<Config, 'tokenSecret'>,
  { document, version, now }: { document: LegalDocument; version: number; now: number },
): string {
  // Rounded up, so that the address stays the same while an admin edits and the preview need not load again.
  const until = Math.ceil(now / VALID_MS + 1) * VALID_MS
  const token = signName(tokenSecret, 'legal-draft', `${document}.${version}.${until / 1000}`)
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

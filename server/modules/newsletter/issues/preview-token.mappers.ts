import { API_BASE } from '#contract/endpoint.ts'
import { previewIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Config } from '../../../config/config.ts'
import { readSignedName, signName } from '../../../lib/link-token.ts'

/** The editor asks for a new address with each change that it stores. */
const VALID_MS = 12 * 3_600_000

/** An address that shows an issue without a sign-in, because a frame sends no token. It ends some hours later. */
export function previewUrl({ tokenSecret }: Pick<Config, 'tokenSecret'>, id: number, now: number): string {
  // Rounded up, so that the address stays the same while an admin edits and the preview need not load again.
  const until = Math.ceil(now / VALID_MS + 1) * VALID_MS
  const token = signName(tokenSecret, 'preview', `${id}.${until / 1000}`)
  return `${API_BASE}${previewIssue.path.replace('{token}', token)}`
}

/** The issue of a token; undefined for one that is forged or has ended. */
export function readPreviewToken(tokenSecret: string, token: string, now: number): number | undefined {
  const [id, until] = readSignedName(tokenSecret, 'preview', token)?.split('.') ?? []
  return Number(until) * 1000 >= now ? Number(id) : undefined
}

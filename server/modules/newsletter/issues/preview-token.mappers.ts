import { API_BASE } from '#contract/endpoint.ts'
import { previewIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Config } from '../../../config/config.ts'
import { previewExpiry, readSignedName, signName } from '../../../lib/link-token.ts'

/**
 * An address that shows an issue without a sign-in, because a frame sends no token. It is valid for 12 to 24 hours; the
 * editor requests a new one with each change that it stores.
 */
export function previewUrl({ tokenSecret }: Pick<Config, 'tokenSecret'>, id: number, now: number): string {
  const token = signName(tokenSecret, 'preview', `${id}.${previewExpiry(now)}`)
  return `${API_BASE}${previewIssue.path.replace('{token}', token)}`
}

/** The issue of a token; undefined for one that is forged or has ended. */
export function readPreviewToken(tokenSecret: string, token: string, now: number): number | undefined {
  const [id, until] = readSignedName(tokenSecret, 'preview', token)?.split('.') ?? []
  return Number(until) * 1000 >= now ? Number(id) : undefined
}

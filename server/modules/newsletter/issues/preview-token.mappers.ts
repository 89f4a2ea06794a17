import { createHmac, timingSafeEqual } from 'node:crypto'
import { API_BASE } from '#contract/endpoint.ts'
import { previewIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Config } from '../../../config/config.ts'
import { deriveKey } from '../../../lib/derive-key.ts'

/** The editor asks for a new address with each change that it stores. */
const VALID_MS = 12 * 3_600_000

/** An address that shows an issue without a sign-in, because a frame sends no token. It ends some hours later. */
export function previewUrl({ tokenSecret }: Pick<Config, 'tokenSecret'>, id: number, now: number): string {
  // Rounded, so that the address stays the same while somebody writes.
  const until = Math.ceil(now / VALID_MS + 1) * VALID_MS
  const name = `${id}.${until / 1000}`
  return `${API_BASE}${previewIssue.path.replace('{token}', `${name}.${seal(tokenSecret, name).toString('base64url')}`)}`
}

/** The issue of a token; undefined for one that is forged or has ended. */
export function readPreviewToken(tokenSecret: string, token: string, now: number): number | undefined {
  const [, name, id, until, given] = /^(([1-9]\d{0,14})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (name === undefined || given === undefined || Number(until) * 1000 < now) return undefined
  return timingSafeEqual(seal(tokenSecret, name), Buffer.from(given, 'base64url')) ? Number(id) : undefined
}

const seal = (tokenSecret: string, name: string): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, 'preview')).update(name).digest()

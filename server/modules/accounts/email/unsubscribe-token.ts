import { createHmac, timingSafeEqual } from 'node:crypto'
import { API_BASE } from '#contract/endpoint.ts'
import { unsubscribe } from '#contract/endpoints/mail.ts'
import type { Config } from '../../../config/config.ts'
import { deriveKey } from '../../../lib/derive-key.ts'

type Secrets = Pick<Config, 'publicUrl' | 'tokenSecret'>

/** A link that ends one user's newsletter and nothing else; it needs no sign-in and never expires. */
export function unsubscribeUrl({ publicUrl, tokenSecret }: Secrets, userId: number): string {
  return `${publicUrl}${API_BASE}${unsubscribe.path}?token=${userId}.${seal(tokenSecret, userId).toString('base64url')}`
}

/** The id of the token's user; undefined for a forged token. */
export function readUnsubscribeToken(tokenSecret: string, token: string): number | undefined {
  const [, id, given] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || given === undefined) return undefined
  return timingSafeEqual(seal(tokenSecret, Number(id)), Buffer.from(given, 'base64url')) ? Number(id) : undefined
}

const seal = (tokenSecret: string, userId: number): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, 'unsubscribe')).update(String(userId)).digest()

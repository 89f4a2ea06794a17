import { createHmac, timingSafeEqual } from 'node:crypto'
import { API_BASE } from '#contract/endpoint.ts'
import { unsubscribe } from '#contract/endpoints/mail.ts'
import type { Config } from '../../../config/config.ts'
import { deriveKey } from '../../../lib/derive-key.ts'

type Secrets = Pick<Config, 'publicUrl' | 'tokenSecret'>

/** Who gets the newsletter: an account, or an address without one. */
export type Reader = { userId: number } | { subscriberId: number }

/**
 * A link that ends the newsletter of one reader and nothing else; it needs no sign-in and never expires. `issue` tells after
 * which issue they left.
 */
export function unsubscribeUrl({ publicUrl, tokenSecret }: Secrets, reader: Reader, issue?: number): string {
  const name = nameOf(reader)
  const token = `${name}.${seal(tokenSecret, name).toString('base64url')}`
  return `${publicUrl}${API_BASE}${unsubscribe.path}?token=${token}${issue === undefined ? '' : `&issue=${issue}`}`
}

/** The reader of the token; undefined for a forged token. */
export function readUnsubscribeToken(tokenSecret: string, token: string): Reader | undefined {
  const [, name, given] = /^(s?[1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  if (name === undefined || given === undefined) return undefined
  if (!timingSafeEqual(seal(tokenSecret, name), Buffer.from(given, 'base64url'))) return undefined
  return name.startsWith('s') ? { subscriberId: Number(name.slice(1)) } : { userId: Number(name) }
}

const nameOf = (reader: Reader): string => ('userId' in reader ? String(reader.userId) : `s${reader.subscriberId}`)

const seal = (tokenSecret: string, name: string): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, 'unsubscribe')).update(name).digest()

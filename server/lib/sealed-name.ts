import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

type Purpose = Parameters<typeof deriveKey>[1]

/**
 * `name.seal`: names something in a link of a mail, for one purpose. It needs no row and never expires; what it names may
 * end. `name` is a letter and an id.
 */
export const sealName = (tokenSecret: string, purpose: Purpose, name: string): string =>
  `${name}.${seal(tokenSecret, purpose, name).toString('base64url')}`

/** The name of a token that was made for this purpose; undefined for a forged one. */
export function readSealedName(tokenSecret: string, purpose: Purpose, token: string): string | undefined {
  const [, name, given] = /^([a-z][1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? []
  if (name === undefined || given === undefined) return undefined
  return timingSafeEqual(seal(tokenSecret, purpose, name), Buffer.from(given, 'base64url')) ? name : undefined
}

const seal = (tokenSecret: string, purpose: Purpose, name: string): Buffer =>
  createHmac('sha256', deriveKey(tokenSecret, purpose)).update(name).digest()

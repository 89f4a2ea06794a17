import { createHmac, timingSafeEqual } from 'node:crypto'

/** The tolerance for clock differences and delivery time; the same as in Stripe's library. */
export const TOLERANCE_SECONDS = 300

const hashOf = (body: string, seconds: number, secret: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

/** A signature in Stripe's format: `t=<seconds>,v1=<HMAC of seconds and body>`. */
export function signEvent(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000)
  return `t=${seconds},v1=${hashOf(body, seconds, secret)}`
}

/** Whether the signature is valid for this body and recent. */
export function isSigned(body: string, signature: string, secret: string, now: number): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('='))
  const seconds = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isSafeInteger(seconds) || Math.abs(now / 1000 - seconds) > TOLERANCE_SECONDS) return false
  const expected = Buffer.from(hashOf(body, seconds, secret))
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === 'v1' ? (value ?? '') : '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

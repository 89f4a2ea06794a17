import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Companion'
/** What authenticator apps support: SHA-1, six digits, 30 seconds. */
const PERIOD = 30
/** A code is accepted one step early or late, because clocks differ. */
const WINDOW = 1

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD, digits: 6 })

/** A new secret of 20 random bytes, in Base32. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The address in the QR code, with which an authenticator app is set up. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step at which a code is valid; undefined for a wrong one. `now` in milliseconds since 1970. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}

import { createHash, randomInt } from 'node:crypto'

const COUNT = 10
/** Without letters and digits that look alike (Crockford's Base32): 16 of them are 80 random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

/** New recovery codes, like `x7k2-m9qd-4hzt-8bwn`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
    return letters.replaceAll(/.{4}(?=.)/g, '$&-')
  })

/** SHA-256 of the letters and digits of a code, base64url; letters that look like digits count as these. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHash('sha256').update(letters).digest('base64url')
}

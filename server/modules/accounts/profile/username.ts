import { randomInt } from 'node:crypto'
import { NAME_MAX } from '#contract/limits.ts'

/** Usernames are unique by this key, which ignores case and Unicode variants of a letter. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase()

/** A username for a user who gave none: the part before the @, with a number from the second attempt on. */
export function usernameFromEmail(email: string, attempt: number): string {
  const base = email.slice(0, email.lastIndexOf('@')).slice(0, NAME_MAX - 8)
  return attempt === 0 ? base : `${base}-${randomInt(10 ** Math.min(7, attempt + 2))}`
}

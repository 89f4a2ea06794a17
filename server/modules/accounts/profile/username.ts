import { randomInt } from 'node:crypto'
import { NAME_MAX, USERNAME_MIN } from '#contract/limits.ts'

/** Usernames are unique by this key, which ignores case and Unicode variants of a letter. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase()

/**
 * A username for a user who gave none: the part before the @, with a number from the second attempt on. A part that is
 * too short for a username has one from the first on, or the user could not save it with their profile.
 */
export function usernameFromEmail(email: string, attempt: number): string {
  const base = email.slice(0, email.lastIndexOf('@')).slice(0, NAME_MAX - 8)
  if (attempt === 0 && base.length >= USERNAME_MIN) return base
  return `${base}-${randomInt(10 ** Math.min(7, attempt + 2))}`
}

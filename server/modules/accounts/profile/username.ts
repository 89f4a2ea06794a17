import { randomInt } from 'node:crypto'
import { NAME_MAX } from '#contract/limits.ts'

/** What usernames are compared by: case and ways of writing the same letter do not make another user. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase()

/** A username for somebody who gave none: the part before the @, then with a number behind it until one is free. */
export function usernameFromEmail(email: string, attempt: number): string {
  const base = email.slice(0, email.lastIndexOf('@')).slice(0, NAME_MAX - 8)
  return attempt === 0 ? base : `${base}-${randomInt(10 ** Math.min(7, attempt + 2))}`
}

import { DAY_MS } from '../../../lib/time.ts'
import { endIsFar, endIsPast } from '../users.errors.ts'

const CENTURY_MS = 100 * 365.25 * DAY_MS

/** Normalizes the end of a grant, because times are compared as text. Throws `date_past` and `date_far`. */
export function endOfGrant(given: string, now: number): string {
  const end = Date.parse(given)
  if (end <= now) throw endIsPast()
  if (end > now + CENTURY_MS) throw endIsFar()
  return new Date(end).toISOString()
}

import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { emailExists } from '../accounts.repository.ts'
import { isReserved } from '../email-changes.repository.ts'

/** Does the same work for known and unknown addresses, so that the time reveals nothing. */
export async function checkEmail({ db, now }: AccountDeps, email: string): Promise<{ exists: boolean }> {
  const found = [await emailExists(db, email), await isReserved(db, email, isoTime(now()))]
  return { exists: found.includes(true) }
}

import type { AccountDeps } from '../accounts.deps.ts'
import { emailExists } from '../accounts.repository.ts'

/** Does the same work for known and unknown addresses, so that the time reveals nothing. */
export async function checkEmail({ db }: AccountDeps, email: string): Promise<{ exists: boolean }> {
  return { exists: await emailExists(db, email) }
}

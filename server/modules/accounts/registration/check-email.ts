import type { AccountDeps } from '../accounts.deps.ts'
import { emailExists } from '../accounts.repository.ts'

/** The same work for a known and an unknown address. */
export async function checkEmail({ db }: AccountDeps, email: string): Promise<{ exists: boolean }> {
  return { exists: await emailExists(db, email) }
}

import { createHash } from 'node:crypto'
import type { Authenticated } from '#contract/objects/user.ts'
import { invalidCredentials } from './accounts.errors.ts'
import type { AccountNeeds } from './accounts.needs.ts'
import { findUserByEmail } from './accounts.repository.ts'
import { openSession } from './open-session.ts'
import { verifyPassword } from './password.ts'

/**
 * Signs in. An unknown address costs the same work as a wrong password. Tries are counted by account
 * too, known or not, under a hash: the counter's table names nobody.
 */
export async function login(
  needs: AccountNeeds,
  { email, password }: { email: string; password: string },
  userAgent: string | null,
): Promise<Authenticated> {
  await needs.limiter.take('loginAccount', createHash('sha256').update(email).digest('base64url'))
  const user = await findUserByEmail(needs.db, email)
  const right = await verifyPassword(user?.password_hash ?? null, password)
  if (user === undefined || !right) throw invalidCredentials()
  return openSession(needs, user, userAgent)
}

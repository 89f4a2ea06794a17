import type { Authenticated } from '#contract/objects/user.ts'
import type { AccountNeeds } from '../accounts.deps.ts'
import { invalidCredentials } from '../accounts.errors.ts'
import { findUserByEmail } from '../accounts.repository.ts'
import { verifyPassword } from '../password/password-hash.ts'
import { accountKey, pairKey } from './counter-key.ts'
import { isKnownAddress } from './known-address.ts'
import { openSession, type SignInFrom } from './open-session.ts'

/** Signs in. An unknown address costs the same work as a wrong password. */
export async function login(
  needs: AccountNeeds,
  { email, password }: { email: string; password: string },
  from: SignInFrom,
): Promise<Authenticated> {
  const user = await findUserByEmail(needs.db, email)
  await countTry(needs, user?.id ?? 0, email, from.address)
  const right = await verifyPassword(user?.password_hash ?? null, password)
  if (user === undefined || !right) throw invalidCredentials()
  return openSession(needs, user, from, { passwordHash: user.password_hash, refused: invalidCredentials })
}

/**
 * Throws `rate_limited`. Strangers' guesses are counted together; they never slow an address where the
 * owner was signed in (docs/decisions/019). The same is counted, and looked up, for unknown addresses.
 */
async function countTry(needs: AccountNeeds, userId: number, email: string, address: string): Promise<void> {
  const isKnown = await isKnownAddress(needs, userId, address)
  if (!isKnown) await needs.limiter.take('loginStrangers', accountKey(email))
  await needs.limiter.take('loginPair', pairKey(email, address))
}

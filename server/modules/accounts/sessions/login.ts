import type { Authenticated } from '#contract/objects/user.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { invalidCredentials } from '../accounts.errors.ts'
import { findUserByEmail } from '../accounts.repository.ts'
import { verifyPassword } from '../password/password-hash.ts'
import { accountKey, pairKey } from './counter-key.ts'
import { isKnownAddress } from './known-address.ts'
import type { SignInFrom } from './open-session.ts'
import { signIn } from './sign-in.ts'

/** Signs in. An email address without an account takes as long, so that the time does not reveal who has one. */
export async function login(
  deps: AccountDeps,
  { email, password }: { email: string; password: string },
  from: SignInFrom,
): Promise<Authenticated> {
  const user = await findUserByEmail(deps.db, email)
  await countTry(deps, user?.id ?? 0, email, from.address)
  const right = await verifyPassword(user?.password_hash ?? null, password)
  if (user === undefined || !right) throw invalidCredentials()
  return signIn(deps, user, from, { proof: { passwordHash: user.password_hash, refused: invalidCredentials } })
}

/**
 * Throws `rate_limited`. Attempts from unknown addresses are counted together; they never slow an address from which
 * the owner has signed in (docs/decisions/019). Unknown accounts are counted in the same way.
 */
async function countTry(deps: AccountDeps, userId: number, email: string, address: string): Promise<void> {
  const isKnown = await isKnownAddress(deps, userId, address)
  if (!isKnown) await deps.limiter.take('loginStrangers', accountKey(email))
  await deps.limiter.take('loginPair', pairKey(email, address))
}

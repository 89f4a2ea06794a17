import type { Authenticated } from '#contract/objects/user.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { invalidCredentials } from '../accounts.errors.ts'
import { findUserByEmail } from '../accounts.repository.ts'
import { verifyPassword } from '../password/password-hash.ts'
import { countLoginTry } from './count-login-try.ts'
import type { SignInFrom } from './open-session.ts'
import { signIn } from './sign-in.ts'
import { unchangedAccount } from './unchanged-account.ts'

/** Signs in. An email address without an account takes as long, so that the time does not reveal who has one. */
export async function login(
  deps: AccountDeps,
  { email, password }: { email: string; password: string },
  from: SignInFrom,
): Promise<Authenticated> {
  const user = await findUserByEmail(deps.db, email)
  await countLoginTry(deps, { id: user?.id ?? 0, email }, from.address)
  const right = await verifyPassword(user?.password_hash ?? null, password)
  if (user === undefined || !right) throw invalidCredentials()
  return signIn(deps, user, from, { checkProof: unchangedAccount(user, invalidCredentials) })
}

import type { Authenticated } from '#contract/objects/user.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import type { UserRow } from '../accounts.repository.ts'
import { issueChallenge } from '../factors/challenge.ts'
import { secondFactorRequired } from '../factors/factors.errors.ts'
import { factorMethods } from '../factors/factors.repository.ts'
import { type OpenOptions, openSession, type SignInFrom } from './open-session.ts'

/**
 * Opens a session after the first step of signing in, whichever it was. Throws second_factor_required, with a challenge
 * for the second step, where the account has a second factor.
 */
export async function signIn(
  deps: AccountDeps,
  user: UserRow,
  from: SignInFrom,
  options?: OpenOptions,
): Promise<Authenticated> {
  const methods = await factorMethods(deps.db, user.id)
  if (methods.length > 0) {
    const { tokenSecret } = deps.config
    throw secondFactorRequired(issueChallenge(user, { tokenSecret, now: deps.now() }), methods)
  }
  return openSession(deps, user, from, options)
}

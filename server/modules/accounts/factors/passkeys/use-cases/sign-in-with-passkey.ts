import type { PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import type { AccountDeps } from '../../../accounts.deps.ts'
import { openSession, type SignInFrom } from '../../../sessions/open-session.ts'
import { verifyPasskey } from './verify-passkey.ts'

/**
 * Opens a session by a passkey: it is both factors, because its device signs only for whoever unlocks it. Throws the
 * errors of `verifyPasskey`.
 */
export async function signInWithPasskey(
  deps: AccountDeps,
  answer: PasskeyAnswer,
  from: SignInFrom,
): Promise<Authenticated> {
  return openSession(deps, await verifyPasskey(deps, answer, 'sign-in'), from)
}

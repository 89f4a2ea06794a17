import type { Kysely } from 'kysely'
import type { PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import { lockUser } from '../../../../../db/lock-user.ts'
import type { Database } from '../../../../../db/schema/schema.ts'
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
  const { user, recordUse } = await verifyPasskey(deps, answer, 'sign-in')
  const checkProof = async (trx: Kysely<Database>) => {
    // Waits for a change that ends all sessions, and may remove the passkey.
    await lockUser(trx, user.id)
    await recordUse(trx)
  }
  return openSession(deps, user, from, { checkProof })
}

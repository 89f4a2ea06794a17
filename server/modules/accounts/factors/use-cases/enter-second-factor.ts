import type { BodyOf } from '#contract/endpoint.ts'
import type { enterSecondFactor as call } from '#contract/endpoints/factors.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { tokenNotValid } from '../../accounts.errors.ts'
import { openSession, type SignInFrom } from '../../sessions/open-session.ts'
import { unchangedAccount } from '../../sessions/unchanged-account.ts'
import { readChallenge } from '../challenge.ts'
import { mailSecondFactor } from '../mails/mail-second-factor.ts'
import { verifyCode } from './verify-code.ts'

/** The second step of signing in. Throws token_not_valid for a challenge that has ended; one_time_code_wrong. */
export async function enterSecondFactor(
  deps: AccountDeps,
  { challenge, one_time_code }: BodyOf<typeof call>,
  from: SignInFrom,
): Promise<Authenticated> {
  const { tokenSecret } = deps.config
  const user = await readChallenge(deps.db, challenge, { tokenSecret, now: deps.now() })
  if (user === undefined) throw tokenNotValid()
  const used = await verifyCode(deps, user.id, { code: one_time_code, address: from.address })
  if (used === 'recovery') mailSecondFactor(deps, user, 'recovery_used')
  return openSession(deps, user, from, { checkProof: unchangedAccount(user, tokenNotValid) })
}

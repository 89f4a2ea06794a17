import type { PasskeyRequest } from '#contract/objects/factors/passkey.ts'
import type { AccountDeps } from '../../../accounts.deps.ts'
import { tokenNotValid } from '../../../accounts.errors.ts'
import { readChallenge } from '../../challenge.ts'
import { factorNotFound } from '../../factors.errors.ts'
import { CHALLENGE_SECONDS, type ChallengeUse, issuePasskeyChallenge } from '../passkey-challenge.ts'
import { listPasskeys, type PasskeyRow } from '../passkeys.repository.ts'
import { descriptorOf, relyingPartyOf } from '../relying-party.ts'

type Deps = Pick<AccountDeps, 'config' | 'db' | 'now'>

/**
 * Asks for any passkey of this site, or after the first step of signing in for one of that account. Throws
 * token_not_valid for a challenge of that step that has ended.
 */
export async function requestSignInPasskey(deps: Deps, challenge: string | undefined): Promise<PasskeyRequest> {
  if (challenge === undefined) return requestOf(deps, { purpose: 'sign-in', userId: 0 })
  const user = await readChallenge(deps.db, challenge, { tokenSecret: deps.config.tokenSecret, now: deps.now() })
  if (user === undefined) throw tokenNotValid()
  return requestOwn(deps, 'sign-in', user.id)
}

/** Asks for a passkey of the signed-in user. Throws not_found when they have none. */
export const requestConfirmingPasskey = (deps: Deps, userId: number): Promise<PasskeyRequest> =>
  requestOwn(deps, 'confirm', userId)

async function requestOwn(deps: Deps, purpose: ChallengeUse['purpose'], userId: number): Promise<PasskeyRequest> {
  const rows = await listPasskeys(deps.db, userId)
  if (rows.length === 0) throw factorNotFound()
  return requestOf(deps, { purpose, userId }, rows)
}

function requestOf({ config, now }: Deps, use: ChallengeUse, rows?: readonly PasskeyRow[]): PasskeyRequest {
  return {
    rpId: relyingPartyOf(config).id,
    challenge: issuePasskeyChallenge(use, { tokenSecret: config.tokenSecret, now: now() }),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
    ...(rows && { allowCredentials: rows.map(descriptorOf) }),
  }
}

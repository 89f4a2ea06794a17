import { PRODUCT } from '#contract/limits.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import type { Caller } from '../../../lib/caller.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { audienceUnknown, tokenNotValid } from '../accounts.errors.ts'
import { findUser } from '../accounts.repository.ts'
import { issueOneTimeToken, takeWithSession } from '../one-time-tokens.repository.ts'
import type { SignInFrom } from '../sessions/open-session.ts'
import { signIn } from '../sessions/sign-in.ts'
import { unchangedAccount } from '../sessions/unchanged-account.ts'
import { findLiveSession } from '../sessions.repository.ts'

const SECONDS = 60

/** A one-time token that signs the user in to one other app within a minute, while this session lasts. */
export async function createSsoToken(
  { db, config, now }: AccountDeps,
  { id: userId, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
  audience: string,
): Promise<{ token: string }> {
  if (!config.ssoAudiences.includes(audience)) throw audienceUnknown()
  const about = { userId, sessionId, purpose: 'sso', audience, seconds: SECONDS, now: now() } as const
  return { token: await issueOneTimeToken(db, about) }
}

/** Signs in by an SSO token for this app. Throws token_not_valid for any invalid token. */
export async function validateSso(deps: AccountDeps, token: string, from: SignInFrom): Promise<Authenticated> {
  const { db, now } = deps
  const time = now()
  const user = await db.transaction().execute(async (trx) => {
    const taken = await takeWithSession(trx, { token, purpose: 'sso', audience: PRODUCT, now: time })
    // The user is read before the session: a change that ends sessions after this read also changes the password hash.
    const owner = taken && (await findUser(trx, taken.userId))
    // A reset ends all sessions, so it must also end the tokens that they requested.
    const session = taken?.sessionId && (await findLiveSession(trx, taken.sessionId, isoTime(time)))
    return session ? owner : undefined
  })
  if (user === undefined) throw tokenNotValid()
  return signIn(deps, user, from, { checkProof: unchangedAccount(user, tokenNotValid), isConfirmed: false })
}

import { PRODUCT } from '#contract/limits.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import { audienceUnknown, tokenNotValid } from '../accounts.errors.ts'
import type { AccountNeeds } from '../accounts.needs.ts'
import { findUser } from '../accounts.repository.ts'
import { issueOneTimeToken, takeOneTimeToken } from '../one-time-tokens.ts'
import { openSession, type SignInFrom } from '../sessions/open-session.ts'

const SECONDS = 60

/** A token that signs this person in to one other app of the provider, once, within a minute. */
export async function createSsoToken(
  { db, config, now }: AccountNeeds,
  userId: number,
  audience: string,
): Promise<{ token: string }> {
  if (!config.ssoAudiences.includes(audience)) throw audienceUnknown()
  return { token: await issueOneTimeToken(db, { userId, purpose: 'sso', audience, seconds: SECONDS, now: now() }) }
}

/** Signs in by such a token that is for this app. Throws token_not_valid, whatever is wrong with it. */
export async function validateSso(needs: AccountNeeds, token: string, from: SignInFrom): Promise<Authenticated> {
  const { db, now } = needs
  const userId = await takeOneTimeToken(db, { token, purpose: 'sso', audience: PRODUCT, now: now() })
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (user === undefined) throw tokenNotValid()
  return openSession(needs, user, from)
}

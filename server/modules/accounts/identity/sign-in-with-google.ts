import type { BodyOf } from '#contract/endpoint.ts'
import type { registerWithGoogle } from '#contract/endpoints/accounts.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import type { Language } from '#contract/primitives.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { googleRefused } from '../accounts.errors.ts'
import { mailGoogleJoined } from '../email/mails/mail-google-joined.ts'
import { mailWelcome } from '../email/mails/mail-welcome.ts'
import { mailSecondFactor } from '../factors/mails/mail-second-factor.ts'
import type { SignInFrom } from '../sessions/open-session.ts'
import { signIn } from '../sessions/sign-in.ts'
import { unchangedAccount } from '../sessions/unchanged-account.ts'
import { findGoogleAccount } from './find-google-account.ts'
import { type GoogleDeps, readCredential, spendCredential } from './google-credential.ts'

interface From extends SignInFrom {
  language: Language
}

/**
 * Signs in by a Google credential, which is valid once; creates the account if there is none (decision 020). Linking an
 * existing account removes its password and ends its sessions and links; a mail notifies the user (decision 047).
 * Throws invalid_credentials, conflict, not_found without a client id, overloaded when Google's keys are unavailable.
 */
export async function signInWithGoogle(
  deps: AccountDeps & GoogleDeps,
  given: BodyOf<typeof registerWithGoogle>,
  { language, ...from }: From,
): Promise<{ created: boolean; authenticated: Authenticated }> {
  const { db, now } = deps
  const googleUser = await readCredential(deps, given, googleRefused)
  const { user, outcome, endedPassword, endedFactors } = await db.transaction().execute(async (trx) => {
    const found = await findGoogleAccount(trx, googleUser, { language, now: now() })
    // The last step, so that a credential which was used before rolls the transaction back.
    await spendCredential(trx, { ...given, ...googleUser, userId: found.user.id, now: now() }, googleRefused)
    return found
  })
  if (outcome === 'created') mailWelcome(deps, user)
  if (outcome === 'joined') mailGoogleJoined(deps, user, endedPassword)
  if (endedFactors) mailSecondFactor(deps, user, 'removed_with_address')
  const checkProof = unchangedAccount(user, googleRefused)
  return { created: outcome === 'created', authenticated: await signIn(deps, user, from, { checkProof }) }
}

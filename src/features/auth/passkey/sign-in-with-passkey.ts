import { requestSignInPasskey, signInWithPasskey as signInCall } from '#contract/endpoints/passkeys.ts'
import type { PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import { askForPasskey } from '#data/passkeys.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'

/** Asks for any passkey of this site, or with the challenge of an earlier step for one of that account. */
export async function askToSignIn({ challenge }: { challenge?: string } = {}): Promise<PasskeyAnswer | undefined> {
  return askForPasskey(await request(challenge))
}

/**
 * Offers the passkeys of this site in the list of a field. That aborts what the browser asks meanwhile, such as the
 * dialog of a button, so `isObsolete` is called when the challenge has arrived; if it is true, nothing is offered.
 */
export async function offerToSignIn(isObsolete: () => boolean): Promise<PasskeyAnswer | undefined> {
  const options = await request()
  return isObsolete() ? undefined : askForPasskey(options, { isAutofill: true })
}

const request = (challenge?: string) =>
  api.call(requestSignInPasskey, { body: challenge === undefined ? {} : { challenge } })

export async function signInWithPasskey(passkey: PasskeyAnswer): Promise<void> {
  await signIn(await api.call(signInCall, { body: { passkey } }))
}

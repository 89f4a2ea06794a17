import { requestSignInPasskey, signInWithPasskey as signInCall } from '#contract/endpoints/passkeys.ts'
import type { PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import { askForPasskey } from '#data/passkeys.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'

/** Asks for any passkey of this site, or with the challenge of an earlier step for one of that account. */
export async function askToSignIn(options: { challenge?: string; isAutofill?: boolean }) {
  const { challenge, isAutofill = false } = options
  const request = await api.call(requestSignInPasskey, { body: challenge === undefined ? {} : { challenge } })
  return askForPasskey(request, { isAutofill })
}

export async function signInWithPasskey(passkey: PasskeyAnswer): Promise<void> {
  await signIn(await api.call(signInCall, { body: { passkey } }))
}

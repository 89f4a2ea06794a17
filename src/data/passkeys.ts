import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { rememberPasskey } from '#lib/browser/passkey-device.ts'
import { lazyModule } from '#lib/lazy/lazy-module.ts'

const webauthn = lazyModule(() => import('@simplewebauthn/browser'))

const madeBefore = msg`This device already has a passkey of your account`
const failed = msg`The browser could not use a passkey here`

/** The browser could not use a passkey; the message is for users. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code = 'passkey_failed'
}

/** False in insecure contexts, at an IP address, and in browsers without passkeys. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^(?:[\d.]+|\[.*\])$/.test(location.hostname)

/** Whether the browser can offer passkeys in the list of a field, without a dialog. */
export async function canAutofillPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/** Undefined when the user has closed the browser's dialog, or another request has taken its place. */
export function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  { isAutofill = false }: { isAutofill?: boolean } = {},
): Promise<AuthenticationResponseJSON | undefined> {
  return unlessCancelled(async () =>
    (await webauthn.load()).startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }),
  )
}

/** Undefined when the user has closed the browser's dialog. */
export function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON | undefined> {
  return unlessCancelled(async () => (await webauthn.load()).startRegistration({ optionsJSON }))
}

/** Withdraws what `askForPasskey` offers in a field. */
export function endPasskeyOffer(): void {
  webauthn.loaded()?.WebAuthnAbortService.cancelCeremony()
}

async function unlessCancelled<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    const answer = await ask()
    rememberPasskey()
    return answer
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined
    throw new PasskeyError(i18n._(name === 'InvalidStateError' ? madeBefore : failed), { cause: error })
  }
}

import type { ProofMethod } from '#contract/objects/second-factor.ts'
import { appError, fieldError } from '../../../lib/errors.ts'

export const secondFactorRequired = (challenge: string, methods: readonly ProofMethod[]) =>
  appError('second_factor_required', { challenge, methods })
export const confirmationRequired = (methods: readonly ProofMethod[]) => appError('confirmation_required', { methods })
/** One error for a wrong code and a used one, so that it reveals nothing about either. */
export const codeWrong = () => fieldError('one_time_code', 'one_time_code_wrong')
export const factorNotFound = () => appError('not_found')
export const secondFactorExists = () => appError('conflict', { wording: 'second_factor_exists' })
export const secondFactorMissing = () => appError('permission_denied', { wording: 'second_factor_missing' })
/** For the last factor of an admin where the operator requires one. */
export const secondFactorNeeded = () => appError('conflict', { wording: 'second_factor_needed' })
export const passkeysOff = () => appError('not_found', { wording: 'passkeys_off' })
export const passkeyExists = () => appError('conflict', { wording: 'passkey_exists' })
export const passkeysMax = () => appError('conflict', { wording: 'passkeys_max' })
export const passkeyRefused = (cause?: unknown) => appError('passkey_refused', { cause })
/** For a passkey that the account no longer has. */
export const passkeyUnknown = () => appError('passkey_refused', { wording: 'passkey_unknown' })
/** For a challenge that was too old or has been answered. */
export const passkeyExpired = () => appError('passkey_refused', { wording: 'passkey_expired' })

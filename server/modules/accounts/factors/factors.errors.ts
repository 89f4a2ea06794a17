import type { ProofMethod } from '#contract/objects/second-factor.ts'
import { appError, fieldError } from '../../../lib/errors.ts'

export const secondFactorRequired = (challenge: string) =>
  appError('second_factor_required', { challenge, methods: ['code'] })
export const confirmationRequired = (methods: readonly ProofMethod[]) => appError('confirmation_required', { methods })
/** One error for a wrong code and a used one, so that it reveals nothing about either. */
export const codeWrong = () => fieldError('one_time_code', 'one_time_code_wrong')
export const factorNotFound = () => appError('not_found')
export const secondFactorExists = () => appError('conflict', { wording: 'second_factor_exists' })
export const secondFactorMissing = () => appError('permission_denied', { wording: 'second_factor_missing' })

import { appError, fieldError } from '../../lib/errors.ts'

export const emailTaken = () => fieldError('email', 'email_taken')
export const usernameTaken = () => fieldError('username', 'username_taken')
/** One error for an unknown address and a wrong password, so that it reveals no accounts. */
export const invalidCredentials = () => appError('invalid_credentials')
export const tokenNotValid = () => appError('token_not_valid')
export const tokenInvalid = () => fieldError('token', 'token_invalid')
export const passwordWrong = (field: 'current_password' | 'password') => fieldError(field, 'password_wrong')
/** For users who sign in with Google only; a reset mail lets them set a password. */
export const passwordNotSet = () => fieldError('password', 'password_not_set')
export const passwordCommon = (field: 'new_password' | 'password') => fieldError(field, 'password_common')
export const passwordPersonal = (field: 'new_password' | 'password') => fieldError(field, 'password_personal')
export const sessionNotFound = () => appError('not_found')
export const audienceUnknown = () => fieldError('audience', 'audience_unknown')
export const credentialInvalid = () => fieldError('credential', 'credential_invalid')
export const googleOff = () => appError('not_found', { wording: 'google_off' })
export const googleRefused = () => appError('invalid_credentials', { wording: 'google_refused' })
export const googleAddressUnconfirmed = () => appError('conflict', { wording: 'google_address_unconfirmed' })
export const googleAddressTaken = () => appError('conflict', { wording: 'google_address_taken' })
export const googleUnreachable = () => appError('overloaded', { wording: 'google_unreachable', retryAfter: 10 })

import { fieldError, httpError } from '../../http/errors.ts'

export const emailTaken = () => fieldError('email', 'email_taken')
export const usernameTaken = () => fieldError('username', 'username_taken')
/** One answer for an unknown address and for a wrong password. */
export const invalidCredentials = () => httpError('invalid_credentials')
export const tokenNotValid = () => httpError('token_not_valid')

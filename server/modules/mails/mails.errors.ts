import { appError } from '../../lib/errors.ts'

/** The operator has set no SMTP server. */
export const mailNotConfigured = () => appError('conflict', { wording: 'mail_off' })

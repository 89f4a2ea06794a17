import { appError } from '../../lib/errors.ts'

/** Also for a report that its user has withdrawn. */
export const reportNotFound = () => appError('not_found')
export const repliedMeanwhile = () => appError('conflict', { wording: 'replied_meanwhile' })
export const mailNotConfigured = () => appError('conflict', { wording: 'mail_off' })

import { appError } from '../../lib/errors.ts'

/** Also for a report that its user has withdrawn. */
export const reportNotFound = () => appError('not_found')
/** Its user has changed the report since the admin has read it. */
export const reportChanged = () => appError('conflict')
export const repliedMeanwhile = () => appError('conflict', { wording: 'replied_meanwhile' })

import { appError } from '../../lib/errors.ts'

/** Of another product, or none at all. */
export const planNotFound = () => appError('not_found')
export const planChanged = () => appError('conflict')
export const planArchived = () => appError('conflict', { wording: 'plan_archived' })

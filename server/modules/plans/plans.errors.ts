import { httpError } from '../../lib/errors.ts'

/** Of another product, or none at all. */
export const planNotFound = () => httpError('not_found')
export const planChanged = () => httpError('conflict')
export const planArchived = () => httpError('conflict', { wording: 'plan_archived' })

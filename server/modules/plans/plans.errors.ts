import { appError } from '../../lib/errors.ts'

/** The plan belongs to another product, or does not exist. */
export const planNotFound = () => appError('not_found')
export const planChanged = () => appError('conflict')
export const planArchived = () => appError('conflict', { wording: 'plan_archived' })

import { appError, fieldError } from '../../lib/errors.ts'

export const userNotFound = () => appError('not_found')
/** Somebody has to be able to open the panel. */
export const lastAdmin = () => appError('conflict', { wording: 'last_admin' })
/** A gift beside it would be paid for. */
export const paysAlready = () => appError('conflict', { wording: 'pays_already' })
export const planNotGiven = () => fieldError('plan_id', 'plan_not_given')
export const endIsPast = () => fieldError('current_period_end', 'date_past')
export const endIsFar = () => fieldError('current_period_end', 'date_far')

import { appError, fieldError } from '../../lib/errors.ts'

export const userNotFound = () => appError('not_found')
/** At least one admin must remain. */
export const lastAdmin = () => appError('conflict', { wording: 'last_admin' })
export const ownSuspension = () => appError('conflict', { wording: 'own_suspension' })
/** The user would pay for a subscription beside the grant. */
export const paysAlready = () => appError('conflict', { wording: 'pays_already' })
export const planNotGiven = () => fieldError('plan_id', 'plan_not_given')
export const endIsPast = () => fieldError('current_period_end', 'date_past')
export const endIsFar = () => fieldError('current_period_end', 'date_far')

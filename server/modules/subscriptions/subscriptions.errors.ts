import { fieldError, httpError } from '../../http/errors.ts'

/** Archived, disabled, of another product, or none at all: one answer for all of them. */
export const planUnavailable = () => fieldError('plan_id', 'plan_unavailable')
export const trialUsed = () => httpError('trial_used')
/** A trial begun beside a running subscription would be spent for nothing. */
export const alreadySubscribed = () => httpError('conflict')
export const checkoutNotFound = () => httpError('not_found')
/** Buying for money comes with the payment processor. */
export const paymentNotImplemented = () => httpError('not_implemented')

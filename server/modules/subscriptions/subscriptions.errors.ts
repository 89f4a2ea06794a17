import { httpError } from '../../lib/errors.ts'

/** Archived, disabled, of another product, or none at all: one answer for all of them. */
export const planUnavailable = () => httpError('plan_unavailable')
export const trialUsed = () => httpError('trial_used')
/** Somebody would pay twice, or spend a trial for nothing. */
export const alreadySubscribed = () => httpError('conflict', { wording: 'already_subscribed' })
export const nothingToCancel = () => httpError('conflict', { wording: 'nothing_to_cancel' })
/** Answered already, expired, or two of the user's own purchases got into each other's way. */
export const checkoutEnded = () => httpError('conflict', { wording: 'checkout_ended' })
export const checkoutNotFound = () => httpError('not_found')
export const subscriptionNotFound = () => httpError('not_found')
const RETRY_SECONDS = 10
export const paymentUnavailable = (cause: unknown) =>
  httpError('payment_unavailable', { retryAfter: RETRY_SECONDS, cause })
/** An event that the processor has not signed, or too long ago. */
export const eventRefused = (cause: unknown) => httpError('bad_request', { cause })

import { appError } from '../../lib/errors.ts'

/** Archived, disabled, of another product, or none at all: one answer for all of them. */
export const planUnavailable = () => appError('plan_unavailable')
export const trialUsed = () => appError('trial_used')
/** Somebody would pay twice, or spend a trial for nothing. */
export const alreadySubscribed = () => appError('conflict', { wording: 'already_subscribed' })
export const nothingToCancel = () => appError('conflict', { wording: 'nothing_to_cancel' })
/** Answered already, expired, or two of the user's own purchases got into each other's way. */
export const checkoutEnded = () => appError('conflict', { wording: 'checkout_ended' })
export const checkoutNotFound = () => appError('not_found')
export const subscriptionNotFound = () => appError('not_found')
const RETRY_SECONDS = 10
export const paymentUnavailable = (cause: unknown) =>
  appError('payment_unavailable', { retryAfter: RETRY_SECONDS, cause })
/** An event that the processor has not signed, or too long ago. */
export const eventRefused = (cause: unknown) => appError('bad_request', { cause })

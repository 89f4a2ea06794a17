import { appError } from '../../lib/errors.ts'

/** The same error for plans that are archived, disabled, of another product or missing. */
export const planUnavailable = () => appError('plan_unavailable')
export const trialUsed = () => appError('trial_used')
/** Protects the user from paying twice or wasting a trial. */
export const alreadySubscribed = () => appError('conflict', { wording: 'already_subscribed' })
export const nothingToCancel = () => appError('conflict', { wording: 'nothing_to_cancel' })
/** The purchase was answered or has expired, or two purchases of the user were in conflict. */
export const checkoutEnded = () => appError('conflict', { wording: 'checkout_ended' })
export const checkoutNotFound = () => appError('not_found')
export const subscriptionNotFound = () => appError('not_found')
const RETRY_SECONDS = 10
export const paymentUnavailable = (cause: unknown) =>
  appError('payment_unavailable', { retryAfter: RETRY_SECONDS, cause })
/** The event's signature is invalid or too old. */
export const eventRefused = (cause: unknown) => appError('bad_request', { cause })

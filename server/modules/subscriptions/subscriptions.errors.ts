import { appError, fieldError } from '../../lib/errors.ts'

/** The same error for plans that are archived, disabled, of another product or missing. */
export const planUnavailable = () => appError('plan_unavailable')
export const trialUsed = () => appError('trial_used')
/** A trial needs an address that is the user's, where mails can be sent. */
export const emailUnconfirmed = () => appError('email_unconfirmed')
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
/** The card was declined, or its bank wants a confirmation; nothing was changed. */
export const paymentDeclined = (cause: unknown) => appError('payment_declined', { cause })
export const nothingToResume = () => appError('conflict', { wording: 'nothing_to_resume' })
/** A cancelled subscription is resumed before it is changed. */
export const resumeFirst = () => appError('conflict', { wording: 'keep_plan_first' })
/** A trial, a grant, or a subscription that has ended. */
export const planNotChangeable = () => appError('conflict', { wording: 'plan_not_changeable' })
export const paymentDueFirst = () => appError('conflict', { wording: 'payment_due_first' })
export const planIsSame = () => appError('conflict', { wording: 'plan_is_same' })
export const otherCurrency = () => appError('conflict', { wording: 'other_currency' })
export const changeScheduled = () => appError('conflict', { wording: 'change_scheduled' })
/** Another request is changing the same subscription. */
export const changeUnderWay = () => appError('conflict', { wording: 'change_under_way' })
export const amountChanged = () => appError('conflict', { wording: 'amount_changed' })
/** The tax of the change depends on it. */
export const billingAddressNeeded = (cause: unknown) =>
  appError('conflict', { wording: 'billing_address_needed', cause })
export const noCustomer = () => appError('not_found', { wording: 'no_customer' })
/** No payment of the user has failed, or payments are not made in the sandbox. */
export const nothingToPay = () => appError('not_found')
export const invoiceNotFound = () => appError('not_found')
export const notPaid = () => appError('conflict', { wording: 'not_paid' })
/** More than was paid and not yet refunded. */
export const refundTooLarge = () => fieldError('amount', 'refund_too_large')
/** Another refund of the same invoice is not finished. */
export const refundUnderWay = () => appError('conflict', { wording: 'refund_under_way' })
export const refundRefused = (cause: unknown) => appError('conflict', { wording: 'refund_refused', cause })
/** Its result is unknown; it is finished later. */
export const refundNoted = (cause: unknown) =>
  appError('payment_unavailable', { wording: 'refund_noted', retryAfter: RETRY_SECONDS, cause })
/** Whether the plan was changed could not be read; it is read within a minute. */
export const changeUnknown = (cause: unknown) =>
  appError('payment_unavailable', { wording: 'change_unknown', retryAfter: 60, cause })
/** The request id belongs to another refund. */
export const requestUsed = () => appError('id_conflict')
/** It was changed since the admin saw it. */
export const changedMeanwhile = () => appError('conflict')
export const nothingToExtend = () => appError('conflict', { wording: 'nothing_to_extend' })
export const changeScheduledByUser = () => appError('conflict', { wording: 'change_scheduled_by_user' })
export const nothingToChange = () => appError('conflict', { wording: 'no_running_grant' })

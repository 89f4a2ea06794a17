import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PAGE_SIZE_MAX } from '../limits.ts'
import { Subscription } from '../objects/plan.ts'
import { PromotionCode, PromotionCodeInput } from '../objects/promotion-code.ts'
import { Revenue } from '../objects/revenue.ts'
import { ListedSubscription, SubscriptionSelection } from '../objects/subscription-list.ts'
import { TimelineEntry } from '../objects/timeline.ts'
import { CountParam, IdParams, Price, says, Timestamp, Uuid } from '../primitives.ts'

export const listAllSubscriptions = endpoint({
  method: 'GET',
  path: '/accounts/admin/subscriptions/',
  summary: 'Subscriptions of all people to this product by page, newest first unless ordered',
  access: 'admin',
  query: v.object({
    ...SubscriptionSelection.entries,
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: { 200: v.object({ count: v.number(), results: v.array(ListedSubscription) }) },
  errors: [],
})

export const exportSubscriptions = endpoint({
  method: 'GET',
  path: '/accounts/admin/subscriptions.csv',
  summary:
    'Subscriptions to this product as CSV (RFC 4180, UTF-8): all, oldest first, unless narrowed or ordered as in the list',
  access: 'admin',
  confirm: 'always',
  query: SubscriptionSelection,
  responses: { 200: 'file' },
  errors: [],
})

export const cancelAnySubscription = endpoint({
  method: 'POST',
  path: '/accounts/admin/subscriptions/{id}/cancel/',
  summary: "Ends a user's subscription now or when its period ends; nothing is refunded",
  access: 'admin',
  params: IdParams,
  body: v.object({ when: v.picklist(['now', 'period_end'], says('invalid')) }),
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const extendSubscription = endpoint({
  method: 'POST',
  path: '/accounts/admin/subscriptions/{id}/extend/',
  summary: 'Lets the period end a month later without a charge, unless its end is no longer the given one',
  access: 'admin',
  params: IdParams,
  body: v.object({ current_period_end: Timestamp }),
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const changeGrant = endpoint({
  method: 'PUT',
  path: '/accounts/admin/subscriptions/{id}/',
  summary: 'Gives a running gift another end',
  access: 'admin',
  params: IdParams,
  body: v.object({ current_period_end: Timestamp }),
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict'],
})

/** The refund that an admin requests for a user, and its reason. */
export const RefundInput = v.object({
  amount: v.pipe(
    v.string(says('amount_required')),
    v.trim(),
    // A comma, because keyboards of some languages have no other sign.
    v.transform((text) => text.replace(',', '.')),
    v.regex(/^\d{1,8}(?:\.\d{1,2})?$/, says('amount_required')),
    v.check((text) => Number(text) > 0, says('amount_positive')),
    // Adds missing decimals, because a whole amount is typed without them: "5" becomes "5.00".
    v.transform((text) => Number(text).toFixed(2)),
  ),
  reason: v.pipe(
    v.string(says('reason_required')),
    v.trim(),
    v.nonEmpty(says('reason_required')),
    v.maxLength(500, says('too_long')),
  ),
})

export const refundInvoice = endpoint({
  method: 'POST',
  path: '/accounts/admin/invoices/{id}/refund/',
  summary: 'Gives a payment back, whole or in part; a repeat with the same `request_id` refunds nothing more',
  access: 'admin',
  confirm: 'always',
  params: IdParams,
  body: v.object({ ...RefundInput.entries, request_id: Uuid }),
  /** What was refunded of the invoice so far. */
  responses: { 200: v.object({ refunded: Price }) },
  errors: ['not_found', 'conflict', 'id_conflict', 'payment_unavailable'],
})

export const readTimeline = endpoint({
  method: 'GET',
  path: '/accounts/users/{id}/timeline/',
  summary: 'What a user paid, what failed, what was refunded, and what admins and providers did, newest first',
  access: 'admin',
  params: IdParams,
  query: v.object({
    page: v.optional(CountParam(1, 1_000_000)),
    page_size: v.optional(CountParam(1, PAGE_SIZE_MAX)),
  }),
  responses: { 200: v.object({ count: v.number(), results: v.array(TimelineEntry) }) },
  errors: ['not_found'],
})

export const getRevenue = endpoint({
  method: 'GET',
  path: '/accounts/admin/revenue/',
  summary: 'What subscriptions bring in a month by currency, and what was won, lost, failed and used in thirty days',
  access: 'admin',
  responses: { 200: Revenue },
  errors: [],
})

export const listPromotionCodes = endpoint({
  method: 'GET',
  path: '/accounts/admin/promotion-codes/',
  summary: 'Coupons and gift codes, newest first',
  access: 'admin',
  responses: { 200: v.array(PromotionCode) },
  errors: [],
})

export const createPromotionCode = endpoint({
  method: 'POST',
  path: '/accounts/admin/promotion-codes/',
  summary: 'Creates a code for a discount or a gift, also at the payment processor',
  access: 'admin',
  body: PromotionCodeInput,
  responses: { 201: PromotionCode },
  errors: [],
})

export const endPromotionCode = endpoint({
  method: 'POST',
  path: '/accounts/admin/promotion-codes/{id}/end/',
  summary: 'Ends a code: nobody can use it any more, and what was bought with it stays as it is',
  access: 'admin',
  params: IdParams,
  responses: { 200: PromotionCode },
  errors: ['not_found', 'conflict'],
})

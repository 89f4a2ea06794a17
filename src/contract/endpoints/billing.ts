import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Invoice } from '../objects/invoice.ts'
import { Currency, Subscription } from '../objects/plan.ts'
import { Id, Price, says, Timestamp } from '../primitives.ts'

const OwnSubscription = v.object({ subscription_id: Id })

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/resume/',
  summary: 'Takes a cancellation back, until the period has ended',
  access: 'user',
  body: OwnSubscription,
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const previewPlanChange = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/change/preview/',
  summary: 'What a change of plan charges at once, and when it takes effect',
  access: 'user',
  body: v.object({ subscription_id: Id, plan_id: Id }),
  responses: {
    200: v.object({
      /** With tax. */
      due_now: Price,
      /** The tax in that amount. */
      tax_now: v.optional(Price, '0.00'),
      currency: Currency,
      starts_at: Timestamp,
      /** What the amount consists of; a negative one is what is left of the present plan. */
      lines: v.array(v.object({ description: v.string(), amount: v.pipe(v.string(), v.regex(/^-?\d{1,8}\.\d{2}$/)) })),
      /** The time of this amount, to be sent with the change. */
      quoted_at: Timestamp,
    }),
  },
  errors: ['not_found', 'conflict', 'plan_unavailable', 'payment_unavailable'],
})

export const changePlan = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/change/',
  summary:
    'Changes the plan: at once to one that costs as much or more, else when the period ends. With `quoted_at` and `due_now` of a preview exactly that amount is charged, or nothing is changed',
  access: 'user',
  body: v.object({
    subscription_id: Id,
    plan_id: Id,
    quoted_at: v.optional(Timestamp),
    due_now: v.optional(v.pipe(v.string(says('invalid')), v.regex(/^\d{1,8}\.\d{2}$/, says('invalid')))),
  }),
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict', 'plan_unavailable', 'payment_declined', 'payment_unavailable'],
})

export const dropScheduledChange = endpoint({
  method: 'DELETE',
  path: '/accounts/subscriptions/change/',
  summary: 'Takes a change back that was to come when the period ends',
  access: 'user',
  body: OwnSubscription,
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const openBillingPortal = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/portal/',
  summary: "The address of the payment processor's page for card, tax ids and receipts",
  access: 'user',
  whileSuspended: true,
  responses: { 200: v.object({ url: v.string() }) },
  errors: ['not_found', 'payment_unavailable'],
})

export const listInvoices = endpoint({
  method: 'GET',
  path: '/accounts/subscriptions/invoices/',
  summary: 'What the user was billed, newest first',
  access: 'user',
  responses: { 200: v.array(Invoice) },
  errors: [],
})

export const getPaymentAccount = endpoint({
  method: 'GET',
  path: '/accounts/admin/payments/',
  summary: 'In whose name payments are made, and how many customers only an earlier account knows',
  access: 'admin',
  responses: {
    200: v.object({
      processor: v.picklist(['stripe', 'sandbox']),
      /** Null until the processor has been reached. */
      account: v.nullable(v.string()),
      /** The account before the last change, and when that was noticed; null when it has never changed. */
      previous_account: v.nullable(v.string()),
      changed_at: v.nullable(Timestamp),
      /** Customers who bought something in another account, whose subscriptions are unknown to this one. */
      unknown_customers: v.number(),
    }),
  },
  errors: [],
})

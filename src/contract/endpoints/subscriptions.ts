import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Plan, Subscription } from '../objects/plan.ts'
import { Id, says } from '../primitives.ts'

export const listPlans = endpoint({
  method: 'GET',
  path: '/accounts/plans/',
  summary: 'The plans that can be bought: this product, enabled, not archived',
  access: 'public',
  responses: { 200: v.array(Plan) },
  errors: [],
})

export const checkout = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/checkout/',
  summary: 'Begins a purchase; a 0.00 plan starts at once, one trial an account',
  access: 'user',
  body: v.object({ plan_id: Id }),
  responses: { 200: v.object({ session_id: v.string(), checkout_url: v.string() }) },
  errors: ['conflict', 'trial_used'],
})

export const checkoutSuccess = endpoint({
  method: 'GET',
  path: '/accounts/subscriptions/success/',
  summary: 'What became of a purchase; reconciles with the payment processor',
  access: 'user',
  query: v.object({
    session_id: v.pipe(v.string(says('required')), v.nonEmpty(says('required')), v.maxLength(300, says('invalid'))),
  }),
  responses: {
    200: v.object({
      status: v.picklist(['complete', 'pending']),
      subscription: v.nullable(Subscription),
    }),
  },
  errors: ['not_found'],
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/cancel/',
  summary: "Cancels at the period's end; access until then",
  access: 'user',
  body: v.object({ subscription_id: Id }),
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict'],
})

export const subscriptionDetails = endpoint({
  method: 'GET',
  path: '/accounts/subscriptions/details/',
  summary: "The person's subscriptions, newest first",
  access: 'user',
  responses: { 200: v.object({ subscriptions: v.array(Subscription) }) },
  errors: [],
})

export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/webhook/',
  summary: "The payment processor's signed events",
  access: 'public',
  bodyType: 'raw',
  responses: { 200: v.object({ received: v.boolean() }) },
  errors: [],
})

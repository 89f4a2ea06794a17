import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { WEBHOOK_BODY_MAX } from '../limits.ts'
import { Plan, Subscription } from '../objects/plan.ts'
import { CodeOffer, GivenCode } from '../objects/promotion-code.ts'
import { boundedArray, Id, Price, says, Timestamp, Uuid } from '../primitives.ts'

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
  summary:
    'Begins a purchase; a 0.00 plan and a gift start at once, one trial an account. A repeat gives the purchase that is open',
  access: 'user',
  body: v.object({ plan_id: Id, code: v.optional(GivenCode) }),
  responses: { 200: v.object({ session_id: v.string(), checkout_url: v.string() }) },
  errors: ['conflict', 'trial_used', 'email_unconfirmed', 'plan_unavailable', 'payment_unavailable'],
})

export const checkPromotionCode = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/code/',
  summary: 'What a promotion code makes of the price of a plan; nothing is bought or reserved',
  access: 'user',
  body: v.object({ plan_id: Id, code: GivenCode }),
  responses: { 200: CodeOffer },
  errors: ['plan_unavailable'],
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
      /** `failed`: the payment was declined or has expired, and nothing was charged. */
      status: v.picklist(['complete', 'pending', 'failed']),
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
  whileSuspended: true,
  body: v.object({ subscription_id: Id }),
  responses: { 200: Subscription },
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const subscriptionDetails = endpoint({
  method: 'GET',
  path: '/accounts/subscriptions/details/',
  summary: "The user's subscriptions, newest first",
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
  bodyMax: WEBHOOK_BODY_MAX,
  responses: { 200: v.object({ received: v.boolean() }) },
  errors: ['payment_unavailable'],
})

const SandboxParams = v.object({ session: Uuid })

/** The data of the payment sandbox's checkout page. */
export const getSandboxCheckout = endpoint({
  method: 'GET',
  path: '/accounts/subscriptions/sandbox/{session}/',
  summary: 'An own checkout of the sandbox, where no money moves; not found with a real payment processor',
  access: 'user',
  params: SandboxParams,
  responses: {
    200: v.object({
      session_id: v.string(),
      /** With the terms of the purchase, even if the plan was changed since. */
      plan: Plan,
      /** What the first period costs with the code of the purchase; null without one. */
      reduced_price: v.optional(v.nullable(Price), null),
      status: v.picklist(['open', 'complete', 'declined', 'expired']),
      /** Where the page leads to: the plans while the checkout is open, the purchase's page afterwards. */
      return_url: v.string(),
    }),
  },
  errors: ['not_found'],
})

export const answerSandboxCheckout = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/sandbox/{session}/',
  summary: "Pays, declines or leaves an own checkout of the sandbox; a conflict when it isn't open any more",
  access: 'user',
  params: SandboxParams,
  body: v.object({ outcome: v.picklist(['pay', 'decline', 'leave'], says('invalid')) }),
  responses: { 200: v.object({ redirect_url: v.string() }) },
  errors: ['not_found', 'conflict'],
})

export const paySandboxInvoices = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/sandbox-payment/',
  summary: "Pays what is open for the user's own subscription in the sandbox; not found when nothing is",
  access: 'user',
  responses: { 200: v.object({ redirect_url: v.string() }) },
  errors: ['not_found', 'payment_declined'],
})

const SandboxPortal = v.object({
  /** Whether the next payments succeed; null without a running subscription. */
  card_works: v.nullable(v.boolean()),
  tax_ids: v.array(v.string()),
  /** Null when no payment is to come. */
  next_payment_at: v.nullable(Timestamp),
})
export type SandboxPortal = v.InferOutput<typeof SandboxPortal>

/** The data of the payment sandbox's page for card and tax ids; its invoices are those of the user. */
export const getSandboxPortal = endpoint({
  method: 'GET',
  path: '/accounts/subscriptions/sandbox-portal/',
  summary: "The user's own card and tax ids in the sandbox; not found for those who have bought nothing there",
  access: 'user',
  responses: { 200: SandboxPortal },
  errors: ['not_found'],
})

/** Written with spaces, dots or hyphens, which are no part of it. */
export const TaxId = v.pipe(
  v.string(says('tax_id_format')),
  v.maxLength(40, says('tax_id_format')),
  v.transform((text) => text.replaceAll(/[\s.-]/g, '').toUpperCase()),
  v.regex(/^[A-Z0-9]{4,20}$/, says('tax_id_format')),
)
const TAX_IDS_MAX = 5

export const changeSandboxPortal = endpoint({
  method: 'PATCH',
  path: '/accounts/subscriptions/sandbox-portal/',
  summary: 'Another card, which works or is declined, or other tax ids, in the sandbox',
  access: 'user',
  body: v.object({
    card_works: v.optional(v.boolean(says('invalid'))),
    tax_ids: v.optional(boundedArray(TaxId, TAX_IDS_MAX, { tooMany: 'tax_ids_max' })),
  }),
  responses: { 200: SandboxPortal },
  errors: ['not_found'],
})

export const paySandboxNext = endpoint({
  method: 'POST',
  path: '/accounts/subscriptions/sandbox-next-payment/',
  summary: 'Makes the next payment in the sandbox due now; a conflict when it is no longer the next one',
  access: 'user',
  body: v.object({ next_payment_at: Timestamp }),
  responses: { 200: SandboxPortal },
  errors: ['not_found', 'conflict'],
})

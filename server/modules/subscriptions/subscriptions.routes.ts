import * as calls from '#contract/endpoints/subscriptions.ts'
import { WEBHOOK_BODY_MAX } from '#contract/limits.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { readBody } from '../../http/request/read-body.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { getCheckoutStatus } from './checkout/get-checkout-status.ts'
import { paySandboxInvoices } from './checkout/pay-sandbox-invoices.ts'
import { answerSandboxCheckout, readSandboxCheckout } from './checkout/sandbox-checkout.ts'
import { changeSandboxPortal, paySandboxNext, readSandboxPortal } from './checkout/sandbox-portal.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { receiveEvent } from './sync/receive-event.ts'
import { cancelSubscription } from './use-cases/cancel-subscription.ts'
import { readSubscriptions } from './use-cases/read-subscriptions.ts'

/** Events are small, so that a slower sender is no payment processor. */
const EVENT_WITHIN_MS = 10_000

export function subscriptionRoutes(dependencies: Dependencies, limiter: RateLimiter): Route[] {
  return [
    route(calls.checkout, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => {
        // The reply says whether the code exists, like that of the call which only looks it up.
        if (body.code !== undefined) await limiter.take('code', String(caller.id))
        return { status: 200, body: await startCheckout(dependencies, caller, body) }
      },
    }),
    route(calls.checkoutSuccess, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, query }) => ({
        status: 200,
        body: await getCheckoutStatus(dependencies, caller.id, query.session_id),
      }),
    }),
    route(calls.cancelSubscription, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await cancelSubscription(dependencies, caller.id, body.subscription_id),
      }),
    }),
    route(calls.subscriptionDetails, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({
        status: 200,
        body: { subscriptions: await readSubscriptions(dependencies, caller.id) },
      }),
    }),
    route(calls.paymentWebhook, {
      owns: 'nobody',
      limit: 'webhook',
      handle: async ({ context, headers }) => {
        const body = await readBody(context.req.raw, WEBHOOK_BODY_MAX, EVENT_WITHIN_MS)
        await receiveEvent(dependencies, body, headers.get('stripe-signature') ?? '')
        return { status: 200, body: { received: true } }
      },
    }),
    route(calls.getSandboxCheckout, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => ({
        status: 200,
        body: await readSandboxCheckout(dependencies, caller.id, params.session),
      }),
    }),
    route(calls.answerSandboxCheckout, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: { redirect_url: await answerSandboxCheckout(dependencies, caller.id, { ...params, ...body }) },
      }),
    }),
    route(calls.paySandboxInvoices, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller }) => ({
        status: 200,
        body: { redirect_url: await paySandboxInvoices(dependencies, caller.id) },
      }),
    }),
    route(calls.getSandboxPortal, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readSandboxPortal(dependencies, caller.id) }),
    }),
    route(calls.changeSandboxPortal, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await changeSandboxPortal(dependencies, caller.id, body),
      }),
    }),
    route(calls.paySandboxNext, {
      owns: 'self',
      limit: 'buy',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await paySandboxNext(dependencies, caller.id, body.next_payment_at),
      }),
    }),
  ]
}

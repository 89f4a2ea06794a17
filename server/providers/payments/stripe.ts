import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import * as v from 'valibot'
import { eventOf } from './event-shape.ts'
import { TOLERANCE_SECONDS } from './event-signature.ts'
import { EventRefused, type PaymentSession, type Payments, PaymentsRefused, PaymentsUnreachable } from './payments.ts'
import { hundredths, recurrence } from './price-parts.ts'
import { Named, sessionOf, subscriptionOf } from './stripe-shapes.ts'

interface Options {
  secretKey: string
  /** Null rejects all events; the success page and the reconciler then detect changes. */
  webhookSecret: string | null
  /** Replaces Stripe's URL; for tests. */
  apiBase: string | null
  /** Distinguishes the requests of several installations with the same Stripe account. */
  installation: string
  now: () => number
  /** The timeout of a request; Stripe usually responds within a second. */
  timeoutMs?: number
}

const PAGE = 100

/** Payments by Stripe Checkout. Stripe's library is loaded with the first payment. */
export function createStripe(options: Options): Payments {
  const { webhookSecret, installation, now } = options
  let loading: Promise<Stripe> | undefined
  const load = () => {
    loading ??= connect(options)
    return loading
  }
  /** Stripe returns its own failure again for the same idempotency key for a day, so keys change after a failure. */
  let failures = 0
  const once = (...what: readonly (string | number)[]) => ({
    idempotencyKey: createHash('sha256')
      .update(JSON.stringify([installation, failures, ...what]))
      .digest('hex'),
  })

  async function request<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await call(await load())
    } catch (error) {
      if (statusOf(error) >= 500) failures += 1
      throw toFailure(error)
    }
  }

  const findSession = (id: string): Promise<PaymentSession | undefined> =>
    orMissing(request(async (stripe) => sessionOf(await stripe.checkout.sessions.retrieve(id))))

  return {
    kind: 'stripe',
    createCustomer: ({ userId, email, name, instead = '' }) =>
      request(async (stripe) => {
        const details = { email, name, metadata: { user: String(userId), installation } }
        return v.parse(Named, await stripe.customers.create(details, once('customer', userId, email, name, instead))).id
      }),
    async changeCustomer(customer, { email, name }) {
      await orMissing(request((stripe) => stripe.customers.update(customer, { email, name })))
    },
    createPrice: ({ key, title, price, currency, interval, instead = '' }) =>
      request(async (stripe) => {
        const made = await stripe.prices.create(
          {
            currency: currency.toLowerCase(),
            unit_amount: hundredths(price),
            recurring: recurrence(interval),
            product_data: { name: title },
            metadata: { terms: key },
          },
          once('price', key, instead),
        )
        return v.parse(Named, made).id
      }),
    openSession: ({ reference, customer, price, metadata, successUrl, leaveUrl }) =>
      request(async (stripe) => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer,
            client_reference_id: reference,
            line_items: [{ price, quantity: 1 }],
            metadata,
            subscription_data: { metadata },
            success_url: successUrl,
            cancel_url: leaveUrl,
          },
          once('checkout', reference),
        )
        return sessionOf(session)
      }),
    findSession,
    async endSession(id) {
      const ended = request(async (stripe) => sessionOf(await stripe.checkout.sessions.expire(id)))
      // Only an open session can be expired; for others the current state is returned.
      return ended.catch((error: unknown) => {
        if (error instanceof PaymentsRefused) return findSession(id)
        throw error
      })
    },
    async listSubscriptions(customer) {
      const all = []
      for (let after: string | undefined; ; after = all.at(-1)?.id) {
        const from = after === undefined ? {} : { starting_after: after }
        const page = await request((stripe) =>
          stripe.subscriptions.list({ customer, status: 'all', limit: PAGE, ...from }),
        )
        all.push(...page.data.map(subscriptionOf))
        if (!page.has_more || page.data.length === 0) return all
      }
    },
    async cancelSubscription(id) {
      await orMissing(request((stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: true })))
    },
    async endSubscription(id) {
      await orMissing(request((stripe) => stripe.subscriptions.cancel(id)))
    },
    async removeCustomer(customer) {
      await orMissing(request((stripe) => stripe.customers.del(customer)))
    },
    async readEvent(body, signature) {
      const stripe = await load()
      if (webhookSecret === null) throw new EventRefused('no webhook secret is set')
      try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
        const signed = [text, signature, webhookSecret, TOLERANCE_SECONDS] as const
        return eventOf(await stripe.webhooks.constructEventAsync(...signed, undefined, now()))
      } catch (error) {
        // The library's error contains the whole event, so it is replaced.
        throw error instanceof EventRefused ? error : new EventRefused('signature')
      }
    },
  }
}

async function connect({ secretKey, apiBase, timeoutMs = 10_000 }: Options): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const base = apiBase === null ? undefined : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) || 0 : 0

const textOf = (error: object, name: string): string | undefined => {
  const text: unknown = name in error ? error[name as keyof typeof error] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Separates transient failures from permanent ones. The library's message is dropped, because it may name users. */
function toFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('rawType' in error || 'statusCode' in error)) return error
  const status = statusOf(error)
  const passes = status === 0 || status === 409 || status === 429 || status >= 500
  const code = textOf(error, 'code') ?? error.name
  const param = textOf(error, 'param') ?? null
  const cause = new Error([textOf(error, 'type'), code, param, textOf(error, 'requestId')].filter(Boolean).join(' '))
  if (passes || status === 401 || status === 403) return new PaymentsUnreachable(`${status} ${code}`, { cause })
  return new PaymentsRefused(code, { param, cause })
}

/** Undefined when the resource no longer exists. */
async function orMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === 'resource_missing') return undefined
    throw error
  }
}

import * as v from 'valibot'
import { TOLERANCE_SECONDS } from './event-signature.ts'
import { parseEvent } from './parse-event.ts'
import { EventRefused, type PaymentSession, type Payments, PaymentsRefused } from './payments.ts'
import { minorUnitsOf, recurrence, trialOf } from './price-parts.ts'
import { stripeChanges } from './stripe-changes.ts'
import { createStripeClient, orMissing, type StripeOptions } from './stripe-client.ts'
import { stripeCoupons } from './stripe-coupons.ts'
import { stripeCustomer } from './stripe-customer.ts'
import { stripeRefunds } from './stripe-refunds.ts'
import { Named, sessionOf } from './stripe-shapes.ts'
import { checkoutTax } from './stripe-tax.ts'

/** Payments by Stripe Checkout. Stripe's library is loaded with the first payment. */
export function createStripe(options: StripeOptions): Payments {
  const { webhookSecret, installation, now, secretKey } = options
  const client = createStripeClient(options)
  const { load, request, once, tax } = client

  const findSession = (id: string): Promise<PaymentSession | undefined> =>
    orMissing(request(async (stripe) => sessionOf(await stripe.checkout.sessions.retrieve(id))))

  return {
    kind: 'stripe',
    ...stripeChanges(client),
    ...stripeCoupons(client, installation),
    ...stripeCustomer(client, installation),
    ...stripeRefunds(client),
    createCustomer: ({ userId, email, name, instead = '' }) =>
      request(async (stripe) => {
        const details = { email, name, metadata: { user: String(userId), installation } }
        return v.parse(Named, await stripe.customers.create(details, once('customer', userId, email, name, instead))).id
      }),
    async changeCustomer(customer, { email, name }) {
      // With taxes the name is that of the checkout, because the invoices of a business bear its own.
      const details = tax ? { email } : { email, name }
      await orMissing(request((stripe) => stripe.customers.update(customer, details)))
    },
    createPrice: ({ key, title, price, currency, interval, taxBehavior, instead = '' }) =>
      request(async (stripe) => {
        const made = await stripe.prices.create(
          {
            currency: currency.toLowerCase(),
            unit_amount: minorUnitsOf(price),
            recurring: recurrence(interval),
            tax_behavior: taxBehavior,
            product_data: { name: title },
            metadata: { terms: key },
          },
          once('price', key, taxBehavior, instead),
        )
        return v.parse(Named, made).id
      }),
    openSession: ({ reference, customer, price, metadata, startsAt, coupon, successUrl, leaveUrl }) =>
      request(async (stripe) => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer,
            client_reference_id: reference,
            line_items: [{ price, quantity: 1 }],
            ...(coupon !== null && { discounts: [{ promotion_code: coupon }] }),
            metadata,
            subscription_data: { metadata, ...trialOf(startsAt, now()) },
            ...checkoutTax(tax),
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
    async endSubscription(id) {
      return (await orMissing(request((stripe) => stripe.subscriptions.cancel(id)))) !== undefined
    },
    async removeCustomer(customer) {
      await orMissing(request((stripe) => stripe.customers.del(customer)))
    },
    async readAccount() {
      const account = v.parse(Named, await request((stripe) => stripe.accounts.retrieveCurrent()))
      // The test mode and the live one of an account know different customers.
      return /^[a-z]+_live_/.test(secretKey) ? account.id : `${account.id} (test)`
    },
    async readEvent(body, signature) {
      const stripe = await load()
      if (webhookSecret === null) throw new EventRefused('no webhook secret is set')
      try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
        const signed = [text, signature, webhookSecret, TOLERANCE_SECONDS] as const
        return parseEvent(await stripe.webhooks.constructEventAsync(...signed, undefined, now()))
      } catch (error) {
        // The library's error contains the whole event, so it is replaced.
        throw error instanceof EventRefused ? error : new EventRefused('signature')
      }
    },
  }
}

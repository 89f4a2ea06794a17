import { Stripe } from 'stripe'
import { STRIPE_API_VERSION } from '#server/providers/payments/stripe-client.ts'
import { STRIPE_KEY, type StripeServer } from './stripe-server.ts'

/** Stripe's own library, which sends its requests to the Stripe of the tests. */
export function connectStripe(server: StripeServer, key = STRIPE_KEY): Stripe {
  const { port } = new URL(server.url)
  return new Stripe(key, {
    apiVersion: STRIPE_API_VERSION,
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** How Stripe rejected a request, or `accepted`. */
export const problem = (request: Promise<unknown>) =>
  request.then(
    () => 'accepted',
    ({ statusCode, rawType, code, param }) => ({ statusCode, rawType, code, param }),
  )

/** A seller who calls Stripe directly, without the product's server. */
export function createSeller(server: StripeServer) {
  const stripe = connectStripe(server)

  /** A new customer who buys a plan and pays. */
  async function sell(promotion_code?: string) {
    const customer = await stripe.customers.create({ email: 'ada@example.org', name: 'Ada', metadata: {} })
    const [price, expensive] = await Promise.all(
      [1000, 2000].map((unit_amount) =>
        stripe.prices.create({
          currency: 'usd',
          unit_amount,
          recurring: { interval: 'month', interval_count: 1 },
          product_data: { name: 'A plan' },
        }),
      ),
    )
    if (price === undefined || expensive === undefined) throw new Error('two prices')
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: price.id, quantity: 1 }],
      ...(promotion_code !== undefined && { discounts: [{ promotion_code }] }),
      success_url: 'https://companion.test/success',
      cancel_url: 'https://companion.test/plans',
    })
    return { customer, price, expensive, session, subscription: server.pay(session.id) }
  }

  /** A promotion code with these terms. */
  const offer = async (terms: Stripe.CouponCreateParams, code: string, more: { max_redemptions?: number } = {}) => {
    const coupon = await stripe.coupons.create(terms)
    const promotion = { type: 'coupon', coupon: coupon.id } as const
    return { coupon, promotionCode: await stripe.promotionCodes.create({ promotion, code, ...more }) }
  }

  return { stripe, sell, offer }
}

import { afterAll, describe, expect, it } from 'vitest'
import { STRIPE_API_VERSION } from '#server/providers/payments/stripe-client.ts'
import publishedFields from '#support/stripe/published-fields.json' with { type: 'json' }
import { connectStripe, createSeller, problem } from '#support/stripe/seller.ts'
import { STRIPE_KEY, startStripeServer } from '#support/stripe/stripe-server.ts'

const server = await startStripeServer()
afterAll(() => server.close())
const { stripe, sell, offer } = createSeller(server)

/** A request that Stripe's library cannot make. */
const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const given = { Authorization: `Bearer ${STRIPE_KEY}`, 'Stripe-Version': STRIPE_API_VERSION, ...headers }
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`${server.url}/v1/${path}`, { method: 'POST', body, headers: { ...type, ...given } })
  return { status: response.status, body: await response.json() }
}

describe('the Stripe of the tests', () => {
  it('has every field of the examples that Stripe publishes', async () => {
    const { coupon, promotionCode } = await offer({ percent_off: 25.5, duration: 'forever' }, 'FALL20')
    const { customer, price, session, subscription } = await sell(promotionCode.id)
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    const configuration = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    })
    const invoices = await stripe.invoices.list({ customer: customer.id, expand: ['data.payments'] })
    const [invoice] = invoices.data
    const raw = (object: unknown): unknown => JSON.parse(JSON.stringify(object))
    const objects: Record<keyof typeof publishedFields, unknown> = {
      account: await stripe.accounts.retrieveCurrent(),
      'billing_portal.configuration': configuration,
      'billing_portal.session': await stripe.billingPortal.sessions.create({
        customer: customer.id,
        configuration: configuration.id,
      }),
      charge: (await stripe.charges.list({ customer: customer.id })).data[0],
      'checkout.session': session,
      coupon,
      customer,
      deleted_customer: undefined,
      discount: server.discounts.values().next().value,
      event: server.events.at(-1),
      invoice,
      invoice_payment: invoice?.payments?.data[0],
      line_item: invoice?.lines.data[0],
      price,
      promotion_code: promotionCode,
      refund: await stripe.refunds.create({
        payment_intent: invoice?.payments?.data[0]?.payment.payment_intent as string,
        amount: 100,
      }),
      subscription: await stripe.subscriptions.retrieve(subscription.id),
      subscription_item: (await stripe.subscriptions.retrieve(subscription.id)).items.data[0],
      subscription_schedule: schedule,
    }
    objects.deleted_customer = await stripe.customers.del(customer.id)
    for (const [name, fields] of Object.entries(publishedFields)) {
      const object = raw(objects[name as keyof typeof objects])
      const absent = fields.split(' ').filter((field) => isAbsent(object, field.replaceAll('[]', '.0').split('.')))
      expect(absent, name).toEqual([])
    }
  })

  it('rejects a parameter that Stripe does not have, at any depth', async () => {
    const unknown = (param: string) => ({
      status: 400,
      body: { error: { type: 'invalid_request_error', code: 'parameter_unknown', param } },
    })
    expect(await post('customers', 'email=a%40b.c&nickname=Ada')).toMatchObject(unknown('nickname'))
    expect(await post('customers', 'metadata[anything]=1&email=a%40b.c')).toMatchObject({ status: 200 })
    expect(await post('prices', 'recurring[interval]=month&recurring[every]=2')).toMatchObject(
      unknown('recurring[every]'),
    )
    const items = 'mode=subscription&line_items[0][price]=p&line_items[0][amount]=3'
    expect(await post('checkout/sessions', items)).toMatchObject(unknown('line_items[0][amount]'))
  })

  it('answers `resource_missing` for an id that is unknown, or known to another account only', async () => {
    const { customer, subscription, session, price } = await sell()
    const missing = (statusCode: number, param: string) => ({
      statusCode,
      rawType: 'invalid_request_error',
      code: 'resource_missing',
      param,
    })
    const requests = () =>
      Promise.all([
        problem(stripe.subscriptions.retrieve(subscription.id)),
        problem(stripe.checkout.sessions.retrieve(session.id)),
        problem(stripe.subscriptions.list({ customer: customer.id })),
        problem(stripe.invoices.list({ customer: customer.id })),
        problem(
          stripe.checkout.sessions.create({
            mode: 'subscription',
            customer: customer.id,
            line_items: [{ price: price.id }],
          }),
        ),
      ])
    expect(new Set(await requests())).toEqual(new Set(['accepted']))
    const first = server.account
    server.changeAccount('acct_other')
    expect(await requests()).toEqual([
      missing(404, 'id'),
      missing(404, 'id'),
      missing(400, 'customer'),
      missing(400, 'customer'),
      missing(400, 'customer'),
    ])
    server.changeAccount(first)
    expect(new Set(await requests())).toEqual(new Set(['accepted']))
  })

  it('repeats its response for an idempotency key, and rejects the key with other parameters', async () => {
    const key = { idempotencyKey: 'once' }
    const made = await stripe.customers.create({ email: 'a@example.org' }, key)
    const again = await stripe.customers.create({ email: 'a@example.org' }, key)
    expect(again.id).toBe(made.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await problem(stripe.customers.create({ email: 'b@example.org' }, key))).toMatchObject({
      statusCode: 400,
      rawType: 'idempotency_error',
    })
    const answered = Promise.withResolvers<void>()
    server.intercept = () => ({ until: answered.promise })
    const slow = stripe.customers.create({ email: 'c@example.org' }, { idempotencyKey: 'slow' })
    await expect.poll(() => server.requests.at(-1)?.idempotencyKey).toBe('slow')
    server.intercept = undefined
    expect(
      await problem(stripe.customers.create({ email: 'c@example.org' }, { idempotencyKey: 'slow' })),
    ).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    answered.resolve()
    expect((await slow).email).toBe('c@example.org')
  })

  it('speaks one version, and to one key', async () => {
    expect(await post('customers', 'email=a%40b.c', { 'Stripe-Version': '2020-08-27' })).toMatchObject({ status: 400 })
    expect(await problem(connectStripe(server, 'sk_test_another').accounts.retrieveCurrent())).toMatchObject({
      statusCode: 401,
    })
  })
})

/** Whether an object lacks a field. What is null, an empty list or an id instead of an object has none to compare. */
function isAbsent(object: unknown, [name = '', ...rest]: string[]): boolean {
  if (object === null || typeof object === 'string' || (Array.isArray(object) && object.length === 0)) return false
  if (typeof object !== 'object' || object === undefined || !Object.hasOwn(object, name)) return true
  return rest.length > 0 && isAbsent(object[name as keyof typeof object], rest)
}

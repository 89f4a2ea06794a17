import { Stripe } from 'stripe'
import { afterAll, describe, expect, it } from 'vitest'
import { STRIPE_API_VERSION } from '#server/providers/payments/stripe-client.ts'
import publishedFields from '#support/stripe/published-fields.json' with { type: 'json' }
import { STRIPE_KEY, startStripeServer } from '#support/stripe/stripe-server.ts'

const server = await startStripeServer()
afterAll(() => server.close())
const { port } = new URL(server.url)
const connect = (options: Partial<{ apiVersion: typeof STRIPE_API_VERSION; key: string }> = {}) =>
  new Stripe(options.key ?? STRIPE_KEY, {
    apiVersion: STRIPE_API_VERSION,
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
const stripe = connect()
const problem = (request: Promise<unknown>) =>
  request.then(
    () => 'accepted',
    ({ statusCode, rawType, code, param }) => ({ statusCode, rawType, code, param }),
  )
/** A request that Stripe's library cannot make. */
const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const given = { Authorization: `Bearer ${STRIPE_KEY}`, 'Stripe-Version': STRIPE_API_VERSION, ...headers }
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`${server.url}/v1/${path}`, { method: 'POST', body, headers: { ...type, ...given } })
  return { status: response.status, body: await response.json() }
}

async function sell(promotion_code?: string) {
  const customer = await stripe.customers.create({ email: 'ada@example.org', name: 'Ada', metadata: {} })
  const [price, dearer] = await Promise.all(
    [1000, 2000].map((unit_amount) =>
      stripe.prices.create({
        currency: 'usd',
        unit_amount,
        recurring: { interval: 'month', interval_count: 1 },
        product_data: { name: 'A plan' },
      }),
    ),
  )
  if (price === undefined || dearer === undefined) throw new Error('two prices')
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    ...(promotion_code !== undefined && { discounts: [{ promotion_code }] }),
    success_url: 'https://companion.test/success',
    cancel_url: 'https://companion.test/plans',
  })
  return { customer, price, dearer, session, subscription: server.pay(session.id) }
}

const offer = async (terms: Stripe.CouponCreateParams, code: string, more: { max_redemptions?: number } = {}) => {
  const coupon = await stripe.coupons.create(terms)
  const promotion = { type: 'coupon', coupon: coupon.id } as const
  return { coupon, promotionCode: await stripe.promotionCodes.create({ promotion, code, ...more }) }
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

  it('takes coupons and promotion codes with consistent terms only, and what they allow', async () => {
    const refused = async (request: Promise<unknown>, param: string) =>
      expect(await problem(request)).toMatchObject({ statusCode: 400, param })
    await refused(stripe.coupons.create({ duration: 'once' }), 'percent_off')
    await refused(stripe.coupons.create({ percent_off: 101, duration: 'once' }), 'percent_off')
    await refused(stripe.coupons.create({ amount_off: 100, duration: 'once' }), 'currency')
    await refused(stripe.coupons.create({ percent_off: 10, duration: 'repeating' }), 'duration_in_months')
    const { coupon, promotionCode } = await offer({ percent_off: 10, duration: 'once' }, 'ONE', { max_redemptions: 1 })
    const promotion = { type: 'coupon', coupon: coupon.id } as const
    await refused(stripe.promotionCodes.create({ promotion, code: 'one' }), 'code')
    await refused(stripe.promotionCodes.create({ promotion, code: 'OLD', expires_at: 1 }), 'expires_at')
    await refused(
      stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: 'none' }, code: 'TWO' }),
      'promotion[coupon]',
    )
    const { subscription } = await sell(promotionCode.id)
    const [invoice] = (await stripe.invoices.list({ customer: String(subscription.customer) })).data
    expect([invoice?.subtotal, invoice?.total, subscription.discounts]).toEqual([1000, 900, []])
    await refused(sell(promotionCode.id), 'discounts[0][promotion_code]')
    await refused(sell('promo_none'), 'discounts[0][promotion_code]')
    const euros = await offer({ amount_off: 100, currency: 'eur', duration: 'once' }, 'EUROS')
    await refused(sell(euros.promotionCode.id), 'discounts[0][promotion_code]')
    await stripe.promotionCodes.update(euros.promotionCode.id, { active: false })
    expect((await stripe.promotionCodes.list({ code: 'EUROS', active: true })).data).toEqual([])
  })

  it('computes no tax without a place, nor for a price that does not say how the tax relates to it', async () => {
    const { customer, subscription } = await sell()
    const made = (tax_behavior?: 'exclusive') =>
      stripe.prices.create({
        currency: 'usd',
        unit_amount: 1000,
        recurring: { interval: 'month' },
        product_data: { name: 'A plan' },
        ...(tax_behavior && { tax_behavior }),
      })
    const [unspecified, exclusive] = [await made(), await made('exclusive')]
    const order = (price: string, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
      problem(
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customer.id,
          line_items: [{ price, quantity: 1 }],
          automatic_tax: { enabled: true },
          ...more,
        }),
      )
    const address = { customer_update: { address: 'auto' } } as const
    expect(await order(exclusive.id)).toMatchObject({ statusCode: 400, code: 'customer_tax_location_invalid' })
    expect(await order(unspecified.id, address)).toMatchObject({ statusCode: 400, param: 'line_items[0][price]' })
    const taxId = { tax_id_collection: { enabled: true } }
    expect(await order(exclusive.id, { ...address, ...taxId })).toMatchObject({
      statusCode: 400,
      param: 'tax_id_collection[enabled]',
    })
    expect(await order(exclusive.id, { customer_update: { address: 'auto', name: 'auto' }, ...taxId })).toBe('accepted')
    const [item] = subscription.items.data
    const change = { items: [{ id: item.id, price: exclusive.id }], automatic_tax: { enabled: true } }
    expect(await problem(stripe.subscriptions.update(subscription.id, change))).toMatchObject({
      statusCode: 400,
      code: 'customer_tax_location_invalid',
    })
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      subscription: subscription.id,
      subscription_details: { items: change.items },
      automatic_tax: { enabled: true },
    })
    expect(preview).toMatchObject({ automatic_tax: { status: 'requires_location_inputs' }, total_taxes: [] })
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
    expect(await problem(connect({ key: 'sk_test_another' }).accounts.retrieveCurrent())).toMatchObject({
      statusCode: 401,
    })
  })

  it('declines a change of plan without changing anything, and counts by the second', async () => {
    const { customer, subscription, dearer } = await sell()
    const [item] = subscription.items.data
    const { current_period_start: start, current_period_end: end } = item
    const half = start + (end - start) / 2
    const items = [{ id: item.id, price: dearer.id }]
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: half },
    })
    expect([preview.amount_due, preview.lines.data.map(({ amount }) => amount)]).toEqual([500, [-500, 1000]])
    const change = () =>
      stripe.subscriptions.update(subscription.id, {
        items,
        proration_behavior: 'always_invoice',
        proration_date: half,
        payment_behavior: 'error_if_incomplete',
      })
    server.declined.add(customer.id)
    expect(await problem(change())).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(server.subscriptions.get(subscription.id)?.items.data[0].price.unit_amount).toBe(1000)
    server.declined.delete(customer.id)
    await change()
    const charged = (await stripe.charges.list({ customer: customer.id })).data.map(({ amount }) => amount)
    expect(charged).toEqual([500, 1000])
  })

  it('lets a schedule manage how its subscription ends, and changes the price when the phase begins', async () => {
    const { subscription, price, dearer } = await sell()
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    const refused = await problem(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))
    expect(refused).toMatchObject({ statusCode: 400 })
    const [now] = schedule.phases
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        { items: [{ price: price.id }], start_date: now?.start_date ?? 0, end_date: now?.end_date ?? 0 },
        { items: [{ price: dearer.id }], duration: { interval: 'month' }, metadata: { terms: '7' } },
      ],
    })
    const priced = () => server.subscriptions.get(subscription.id)?.items.data[0].price.unit_amount
    expect(priced()).toBe(1000)
    server.renew(subscription.id)
    expect([priced(), server.subscriptions.get(subscription.id)?.metadata.terms]).toEqual([2000, '7'])
    server.renew(subscription.id)
    expect(server.subscriptions.get(subscription.id)?.schedule).toBeNull()
  })
})

/** Whether an object lacks a field. What is null, an empty list or an id instead of an object has none to compare. */
function isAbsent(object: unknown, [name = '', ...rest]: string[]): boolean {
  if (object === null || typeof object === 'string' || (Array.isArray(object) && object.length === 0)) return false
  if (typeof object !== 'object' || object === undefined || !Object.hasOwn(object, name)) return true
  return rest.length > 0 && isAbsent(object[name as keyof typeof object], rest)
}

import type { Stripe } from 'stripe'
import { afterAll, describe, expect, it } from 'vitest'
import { createSeller, problem } from '#support/stripe/seller.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const server = await startStripeServer()
afterAll(() => server.close())
const { stripe, sell, offer } = createSeller(server)

describe('the Stripe of the tests', () => {
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

  it('declines a change of plan without changing anything, and counts by the second', async () => {
    const { customer, subscription, expensive } = await sell()
    const [item] = subscription.items.data
    const { current_period_start: start, current_period_end: end } = item
    const half = start + (end - start) / 2
    const items = [{ id: item.id, price: expensive.id }]
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
    const { subscription, price, expensive } = await sell()
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    const refused = await problem(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))
    expect(refused).toMatchObject({ statusCode: 400 })
    const [now] = schedule.phases
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        { items: [{ price: price.id }], start_date: now?.start_date ?? 0, end_date: now?.end_date ?? 0 },
        { items: [{ price: expensive.id }], duration: { interval: 'month' }, metadata: { terms: '7' } },
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

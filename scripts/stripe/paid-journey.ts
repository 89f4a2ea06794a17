import { equal, ok, rejects } from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import type { PaidInvoice, PaidSubscription, Payments, PlanChange } from '#server/providers/payments/payments.ts'
import type { JourneyStep } from './journey.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Stripe charges the invoice of a new period an hour after it has written it. */
const UNTIL_CHARGED = 2 * HOUR
const CLOCK_POLLS = 180

/** The plans between which the journey changes, in minor units. */
const PRICES = { small: 999, large: 2499 } as const
type Plan = keyof typeof PRICES

/**
 * What the driver reads and changes after a payment, in order, on a test clock that lets months pass. Test cards pay
 * instead of a user on Stripe's page: `stripe` makes what that page makes, the rest is the driver's. `id` makes the
 * objects of a run its own; removing the clock removes its customer too.
 */
export function paidJourney(payments: Payments, load: () => Promise<Stripe>, id: string): JourneyStep[] {
  const made = { clock: '', customer: '', subscription: '', small: '', large: '' }
  const terms = (plan: Plan) => `${id}-${plan}`

  async function read(): Promise<{ subscription: PaidSubscription; invoices: PaidInvoice[] }> {
    const state = await payments.readCustomer(made.customer)
    const subscription = state?.subscriptions[0]
    if (state === undefined || subscription === undefined) throw new Error('nothing was read of the customer')
    return { subscription, invoices: state.invoices }
  }
  const newest = async (): Promise<PaidInvoice> => {
    const [invoice] = (await read()).invoices
    if (invoice === undefined) throw new Error('there is no invoice')
    return invoice
  }
  async function time(): Promise<number> {
    return (await (await load()).testHelpers.testClocks.retrieve(made.clock)).frozen_time
  }
  async function advance(until: number): Promise<void> {
    const { testHelpers } = await load()
    await testHelpers.testClocks.advance(made.clock, { frozen_time: until })
    for (let poll = 0; poll < CLOCK_POLLS; poll += 1) {
      const { status } = await testHelpers.testClocks.retrieve(made.clock)
      if (status === 'ready') return
      if (status === 'internal_failure') throw new Error('the test clock failed')
      await delay(1000)
    }
    throw new Error('the test clock did not finish')
  }
  async function passPeriod(): Promise<void> {
    const { periodEnd } = (await read()).subscription
    await advance(Date.parse(periodEnd) / 1000 + UNTIL_CHARGED)
  }
  async function useCard(card: string): Promise<void> {
    const stripe = await load()
    const { id: default_payment_method } = await stripe.paymentMethods.attach(card, { customer: made.customer })
    await stripe.customers.update(made.customer, { invoice_settings: { default_payment_method } })
  }
  const changeTo = async (plan: Plan): Promise<PlanChange> => ({
    subscriptionId: made.subscription,
    price: made[plan],
    interval: 'month',
    terms: terms(plan),
    countedTo: new Date((await time()) * 1000).toISOString(),
    dropsDiscount: false,
  })

  return [
    {
      name: 'a test clock with a customer and two prices is made',
      run: async () => {
        const stripe = await load()
        const frozen_time = Math.floor(Date.now() / 1000)
        made.clock = (await stripe.testHelpers.testClocks.create({ frozen_time, name: id })).id
        made.customer = (await stripe.customers.create({ email: `${id}@example.com`, test_clock: made.clock })).id
        for (const plan of ['small', 'large'] as const) {
          const price = (PRICES[plan] / 100).toFixed(2)
          const what = { key: terms(plan), title: 'Check', price, currency: 'USD', interval: 'month' } as const
          made[plan] = await payments.createPrice({ ...what, taxBehavior: 'exclusive' })
        }
      },
    },
    {
      name: 'a purchase is read as paid, with its terms and a receipt',
      run: async () => {
        await useCard('pm_card_visa')
        const items = [{ price: made.small }]
        const bought = await (await load()).subscriptions.create({ customer: made.customer, items, metadata: { id } })
        made.subscription = bought.id
        const { subscription, invoices } = await read()
        equal(`${subscription.status} ${subscription.terms}`, `active ${terms('small')}`)
        equal(subscription.wasPaid, true)
        equal(invoices.map(describe).join(), `purchase paid ${PRICES.small}`)
        ok(invoices[0]?.receiptUrl)
      },
    },
    {
      name: 'a change to a more expensive plan charges what its preview said',
      run: async () => {
        await advance((await time()) + 10 * DAY)
        const change = await changeTo('large')
        const { dueNow } = await payments.previewChange(change)
        ok(dueNow > 0 && dueNow < PRICES.large - PRICES.small, `${dueNow} is due`)
        await payments.changePlan(change, `${id}-up`)
        await payments.changePlan(change, `${id}-up`)
        equal((await read()).subscription.terms, terms('large'))
        equal(describe(await newest()), `change paid ${dueNow}`)
        equal((await read()).invoices.length, 2)
      },
    },
    {
      name: 'a refund is made once, and not above what was paid',
      run: async () => {
        const { id: invoice, total } = await newest()
        const order = { invoice, amount: 100, reference: `${id}-refund` }
        const refund = await payments.refund(order)
        equal(await payments.refund(order), refund)
        equal((await newest()).refunded, 100)
        equal(await payments.hasRefundFailed(refund), false)
        await rejects(payments.refund({ invoice, amount: total, reference: `${id}-above` }), {
          name: 'PaymentsRefused',
        })
      },
    },
    {
      name: 'a cancellation is taken back',
      run: async () => {
        equal(await payments.cancelSubscription(made.subscription), true)
        equal((await read()).subscription.cancelAtPeriodEnd, true)
        equal(await payments.resumeSubscription(made.subscription), true)
        equal((await read()).subscription.cancelAtPeriodEnd, false)
      },
    },
    {
      name: 'the next month is a renewal',
      run: async () => {
        const { periodEnd } = (await read()).subscription
        await passPeriod()
        equal(describe(await newest()), `renewal paid ${PRICES.large}`)
        equal((await read()).subscription.periodStart, periodEnd)
      },
    },
    {
      name: 'a change to a cheaper plan is scheduled, dropped, and made at the end of the period',
      run: async () => {
        const { periodEnd } = (await read()).subscription
        await payments.scheduleChange(await changeTo('small'))
        equal((await read()).subscription.scheduled?.terms, terms('small'))
        await payments.dropScheduledChange(made.subscription)
        equal((await read()).subscription.scheduled, null)
        await payments.scheduleChange(await changeTo('small'))
        equal((await read()).subscription.scheduled?.startsAt, periodEnd)
        equal((await read()).subscription.terms, terms('large'))
        await passPeriod()
        equal((await read()).subscription.terms, terms('small'))
        equal(describe(await newest()), `renewal paid ${PRICES.small}`)
        await payments.dropScheduledChange(made.subscription)
      },
    },
    {
      name: 'a payment that fails is read as failed, with its attempt',
      run: async () => {
        await useCard('pm_card_chargeCustomerFail')
        await passPeriod()
        equal((await read()).subscription.status, 'past_due')
        const failed = await newest()
        equal(describe(failed), `renewal failed ${PRICES.small}`)
        equal(failed.failures.length, 1)
        await rejects(payments.changePlan(await changeTo('large'), `${id}-declined`), { name: 'PaymentsDeclined' })
        equal((await read()).subscription.terms, terms('small'))
      },
    },
    {
      name: 'a payment with another card recovers it',
      run: async () => {
        await useCard('pm_card_visa')
        const { id: invoice } = await newest()
        await (await load()).invoices.pay(invoice)
        equal((await read()).subscription.status, 'active')
        equal(describe(await newest()), `renewal paid ${PRICES.small}`)
        equal((await newest()).failures.length, 1)
      },
    },
    {
      name: 'a cancelled subscription ends with its period, and is not charged',
      run: async () => {
        const { length } = (await read()).invoices
        await payments.cancelSubscription(made.subscription)
        await passPeriod()
        equal((await read()).subscription.status, 'canceled')
        equal((await read()).invoices.length, length)
        equal(await payments.cancelSubscription(made.subscription), false)
        equal(await payments.resumeSubscription(made.subscription), false)
      },
    },
    {
      name: 'the clock is removed with its customer',
      isCleanup: true,
      run: async () => {
        if (made.clock !== '') await (await load()).testHelpers.testClocks.del(made.clock)
      },
    },
  ]
}

const describe = ({ reason, status, total }: PaidInvoice): string => `${reason} ${status} ${total}`

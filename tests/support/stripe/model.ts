import { consumeDiscounts, discountAmountAt, redeem } from './discounts.ts'
import { newEvent } from './objects/new-event.ts'
import { newCharge, newInvoice } from './objects/new-invoice.ts'
import { newSubscription, planOf, taxedAs } from './objects/new-subscription.ts'
import type { NewLine, StripeCustomer, StripeSession, StripeSubscription } from './objects/stripe-objects.ts'
import { refuseUnknownParameters } from './parameters.ts'
import { stripeRoutes } from './routes.ts'
import {
  after,
  endOfPeriod,
  find,
  newId,
  type StripeModel,
  type StripeProblem,
  type StripeState,
  seconds,
} from './state.ts'

const emptyState = (): StripeState => ({
  customers: new Map(),
  deletedCustomers: new Map(),
  prices: new Map(),
  sessions: new Map(),
  orders: new Map(),
  subscriptions: new Map(),
  schedules: new Map(),
  invoices: new Map(),
  charges: new Map(),
  refunds: new Map(),
  coupons: new Map(),
  promotionCodes: new Map(),
  discounts: new Map(),
  configurations: new Map(),
  clocks: new Map(),
  cards: new Map(),
})

/** The state of Stripe in memory. */
export function createStripeModel(): StripeModel {
  const accounts = new Map<string, StripeState>()
  const model: StripeModel = {
    ...emptyState(),
    account: 'acct_first',
    events: [],
    declined: new Set(),
    now: Date.now,
    call(method, path, form) {
      const { call, id } = resolve(method, path)
      const route = routes[call]
      if (route === undefined) throw { status: 404, code: `no ${call}` } satisfies StripeProblem
      refuseUnknownParameters(call, form)
      return route(id, form)
    },
    changeAccount(id) {
      const { account, ...rest } = model
      accounts.set(account, rest)
      const state = accounts.get(id) ?? emptyState()
      for (const name of Object.keys(emptyState()) as (keyof StripeState)[])
        Object.assign(model, { [name]: state[name] })
      model.account = id
    },
    pay(id) {
      const session = find(model.sessions, id)
      const { price, metadata, trialEnd, code } = find(model.orders, id)
      if (session.status !== 'open' || !model.customers.has(session.customer)) throw new Error('this cannot be paid')
      const isTaxed = session.automatic_tax.enabled
      if (isTaxed) enterAddress(session, find(model.customers, session.customer))
      const redeemed = code === undefined ? {} : { redeemed: { code, session: id } }
      Object.assign(session, { status: 'complete', url: null, payment_status: 'paid' })
      const subscription = model.createSubscription({
        price,
        metadata,
        trialEnd,
        customer: session.customer,
        isTaxed,
        ...redeemed,
      })
      session.subscription = subscription.id
      model.createEvent('checkout.session.completed', session)
      return subscription
    },
    createSubscription({ customer, price, metadata, trialEnd, isTaxed, redeemed }) {
      const start = seconds(model.now())
      const subscription = newSubscription({
        id: newId('sub'),
        itemId: newId('si'),
        customer,
        created: start,
        price,
        metadata,
        period: { start, end: trialEnd ?? after(start, price) },
        isTrial: trialEnd !== null,
        isTaxed,
      })
      model.subscriptions.set(subscription.id, subscription)
      if (redeemed !== undefined) redeem(model, subscription, redeemed)
      model.createEvent('customer.subscription.created', subscription)
      const amount = trialEnd === null ? price.unit_amount : 0
      model.createInvoice(subscription, [wholePeriod(model, subscription, amount)], 'subscription_create')
      return subscription
    },
    renew(id, paid = true) {
      const subscription = find(model.subscriptions, id)
      const [item] = subscription.items.data
      if (subscription.cancel_at_period_end) return model.change(id, { status: 'canceled', schedule: null })
      const start = item.current_period_end
      const { interval } = item.price.recurring
      nextPhase(model, subscription, start)
      if (item.price.recurring.interval !== interval) subscription.billing_cycle_anchor = start
      const end = endOfPeriod(subscription.billing_cycle_anchor, start, item.price)
      Object.assign(item, { current_period_start: start, current_period_end: end })
      model.change(id, { status: paid ? 'active' : 'past_due' })
      const lines = [wholePeriod(model, subscription, item.price.unit_amount)]
      model.createInvoice(subscription, lines, 'subscription_cycle', { isPaid: paid, created: start })
    },
    payOpenInvoices(id) {
      for (const invoice of model.invoices.values()) {
        if (invoice.parent?.subscription_details?.subscription !== id || invoice.status !== 'open') continue
        const paid_at = seconds(model.now())
        Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 })
        Object.assign(invoice.status_transitions, { paid_at })
        Object.assign(invoice.payments.data[0] ?? {}, { status: 'paid', amount_paid: invoice.amount_due })
        // The attempt that failed remains in the list of charges.
        const failed = model.charges.get(invoice.id)
        if (failed !== undefined) model.charges.set(failed.id, failed)
        model.charges.set(invoice.id, newCharge(invoice, paid_at))
        model.createEvent('invoice.paid', invoice)
      }
      model.change(id, { status: 'active' })
    },
    change(id, changes) {
      const subscription = Object.assign(find(model.subscriptions, id), changes)
      const ended = subscription.status === 'canceled'
      model.createEvent(ended ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription)
    },
    setPrice(id, price) {
      const subscription = find(model.subscriptions, id)
      const [item] = subscription.items.data
      const { interval, interval_count } = item.price.recurring
      const isSame = interval === price.recurring.interval && interval_count === price.recurring.interval_count
      Object.assign(item, { price, plan: planOf(price) })
      if (isSame || subscription.status === 'trialing') return
      const start = seconds(model.now())
      subscription.billing_cycle_anchor = start
      Object.assign(item, { current_period_start: start, current_period_end: after(start, price) })
    },
    createInvoice(subscription, lines, reason, { isPaid = true, created = seconds(model.now()) } = {}) {
      const invoice = newInvoice({ id: newId('in'), created, subscription, lines, isPaid, reason })
      model.invoices.set(invoice.id, invoice)
      if (invoice.amount_due > 0) model.charges.set(invoice.id, newCharge(invoice))
      if (lines.some(({ amount }) => amount > 0)) consumeDiscounts(model, subscription, created)
      subscription.latest_invoice = invoice.id
      model.createEvent(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    },
    failRefund(id) {
      const refund = Object.assign(find(model.refunds, id), {
        status: 'failed',
        failure_reason: 'expired_or_canceled_card',
      })
      const charge = [...model.charges.values()].find((one) => one.id === refund.charge)
      if (charge === undefined) throw new Error('a refund without a charge')
      Object.assign(charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
      model.createEvent('refund.failed', refund)
      model.createEvent('charge.refund.updated', refund)
    },
    createEvent(type, object) {
      const copy: unknown = JSON.parse(JSON.stringify(object))
      model.events.push(newEvent({ id: newId('evt'), type, created: seconds(model.now()), object: copy }))
    },
    listUncanceled: (customer) =>
      [...model.subscriptions.values()].filter((one) => one.customer === customer && one.status !== 'canceled'),
  }
  const routes = stripeRoutes(model)
  return model
}

/** `POST /v1/subscriptions/sub_1` as the call `POST subscriptions/:id` with its id. */
function resolve(method: string, path: string): { call: string; id: string } {
  const parts = path.replace('/v1/', '').split('/')
  const at = ['checkout', 'billing_portal', 'test_helpers'].includes(parts[0] ?? '') ? 2 : 1
  const isNamed = parts[at] === 'create_preview'
  const shape = parts.map((name, n) => (n === at && !isNamed ? ':id' : name)).join('/')
  return { call: `${method} ${shape}`, id: parts[at] ?? '' }
}

/** Begins the next phase of the subscription's schedule when its time has come; after the last one, releases it. */
function nextPhase(model: StripeModel, subscription: StripeSubscription, time: number): void {
  const schedule = subscription.schedule === null ? undefined : model.schedules.get(subscription.schedule)
  if (schedule === undefined || (schedule.current_phase?.end_date ?? 0) > time) return
  const phase = schedule.phases.find(({ start_date }) => start_date === time)
  if (phase === undefined) {
    Object.assign(schedule, { status: 'released', current_phase: null, subscription: null })
    subscription.schedule = null
    return
  }
  const price = find(model.prices, phase.items[0]?.price)
  const [item] = subscription.items.data
  Object.assign(item, { price, plan: planOf(price) })
  Object.assign(subscription.metadata, phase.metadata)
  subscription.discounts = phase.discounts.flatMap(({ discount }) => (typeof discount === 'string' ? discount : []))
  if (phase.automatic_tax !== undefined) Object.assign(subscription, taxedAs(phase.automatic_tax.enabled))
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date }
}

function wholePeriod(model: StripeModel, subscription: StripeSubscription, amount: number): NewLine {
  const [{ current_period_start: start, current_period_end: end, price }] = subscription.items.data
  const description = `1 × ${price.nickname ?? price.id}`
  const discountAmount = discountAmountAt(model, subscription, amount, start)
  return { id: newId('il'), amount, discountAmount, description, period: { start, end }, price, isProration: false }
}

/** Stripe's page asks for the address on which the tax depends, and stores it with the customer. */
function enterAddress(session: StripeSession, customer: StripeCustomer): void {
  const place = { city: 'Springfield', country: 'US', line1: '1 Main Street', line2: null }
  customer.address = { ...place, postal_code: '12345', state: 'NY' }
  session.automatic_tax.status = 'complete'
}

import { randomUUID } from 'node:crypto'
import { addInterval } from '#server/lib/add-interval.ts'

export interface StripeProblem {
  status: number
  code: string
  param?: string
}

interface Item {
  id: string
  current_period_start: number
  current_period_end: number
  price: StripePrice
}
export interface StripePrice {
  id: string
  unit_amount: string
  currency: string
  recurring: { interval: 'week' | 'month' | 'year'; interval_count: string }
}
export interface StripeSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  cancel_at_period_end: boolean
  cancel_at: number | null
  metadata: Record<string, string>
  items: { object: 'list'; data: Item[] }
  currency: string
}
export interface StripeSession {
  id: string
  object: 'checkout.session'
  customer: string
  status: 'open' | 'complete' | 'expired'
  url: string | null
  subscription: string | null
  price: StripePrice
  metadata: Record<string, string>
}
export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: unknown }
}
export interface StripeCustomer {
  id: string
  email: string
  name: string
}

type Form = Record<string, unknown>

export interface StripeModel {
  customers: Map<string, StripeCustomer>
  prices: Map<string, StripePrice>
  sessions: Map<string, StripeSession>
  subscriptions: Map<string, StripeSubscription>
  events: StripeEvent[]
  /** Milliseconds since 1970; a test may set it. */
  now: () => number
  call(method: string, path: string, form: Form): unknown
  /** Pays on Stripe's page; returns the subscription. Throws when the session is not open. */
  pay(session: string): StripeSubscription
  /** Starts the next period, paid or with a failing card. */
  renew(subscription: string, paid?: boolean): void
  /** Makes a change as in Stripe's dashboard. */
  change(subscription: string, changes: Partial<StripeSubscription>): void
  /** The subscriptions that would still charge. */
  alive(customer: string): StripeSubscription[]
}

const seconds = (ms: number) => Math.floor(ms / 1000)
const missing: StripeProblem = { status: 404, code: 'resource_missing' }
const name = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`

/** The state of Stripe in memory. */
export function createStripeModel(): StripeModel {
  const customers = new Map<string, StripeCustomer>()
  const prices = new Map<string, StripePrice>()
  const sessions = new Map<string, StripeSession>()
  const subscriptions = new Map<string, StripeSubscription>()
  const events: StripeEvent[] = []

  /** `param` is set when the rejected id is a parameter of the request. */
  function find<T>(map: Map<string, T>, id: unknown, param?: string): T {
    const found = map.get(String(id))
    if (found === undefined) throw param === undefined ? missing : { ...missing, status: 400, param }
    return found
  }

  function tell(type: string, object: unknown): void {
    const copy: unknown = JSON.parse(JSON.stringify(object))
    const created = seconds(model.now())
    events.push({ id: name('evt'), object: 'event', type, created, data: { object: copy } })
  }

  const routes: Record<string, (id: string, form: Form) => unknown> = {
    'POST customers': (_, form) => {
      const customer = { ...form, id: name('cus') } as StripeCustomer
      customers.set(customer.id, customer)
      return customer
    },
    'POST customers/:id': (id, form) => Object.assign(find(customers, id), form),
    'DELETE customers/:id': (id) => {
      find(customers, id)
      for (const one of model.alive(id)) model.change(one.id, { status: 'canceled' })
      customers.delete(id)
      return { id, object: 'customer', deleted: true }
    },
    'POST prices': (_, form) => {
      if ((form.product_data as Form | undefined)?.name === undefined) throw { status: 400, code: 'parameter_missing' }
      const price = { ...form, id: name('price') } as StripePrice
      prices.set(price.id, price)
      return price
    },
    'POST checkout/sessions': (_, form) => {
      const id = name('cs_test')
      find(customers, form.customer, 'customer')
      const items = form.line_items as Record<string, { price: string }>
      const session: StripeSession = {
        id,
        object: 'checkout.session',
        customer: String(form.customer),
        status: 'open',
        url: `https://checkout.stripe.test/c/pay/${id}`,
        subscription: null,
        price: find(prices, items[0]?.price, 'line_items[0][price]'),
        metadata: (form.subscription_data as Form).metadata as Record<string, string>,
      }
      sessions.set(id, session)
      return session
    },
    'GET checkout/sessions/:id': (id) => find(sessions, id),
    'POST checkout/sessions/:id/expire': (id) => {
      const session = find(sessions, id)
      if (session.status !== 'open') throw { status: 400, code: 'checkout_session_not_open' }
      Object.assign(session, { status: 'expired', url: null })
      tell('checkout.session.expired', session)
      return session
    },
    'GET subscriptions': (_, form) => {
      const all = [...subscriptions.values()].filter(({ customer }) => customer === form.customer).reverse()
      const from = all.findIndex(({ id }) => id === form.starting_after) + 1
      const limit = Number(form.limit ?? 10)
      const data = all.slice(from, from + limit)
      return { object: 'list', url: '/v1/subscriptions', data, has_more: from + limit < all.length }
    },
    'POST subscriptions/:id': (id, form) => {
      find(subscriptions, id)
      model.change(id, { cancel_at_period_end: form.cancel_at_period_end === 'true' })
      return find(subscriptions, id)
    },
    'DELETE subscriptions/:id': (id) => {
      if (find(subscriptions, id).status === 'canceled') throw missing
      model.change(id, { status: 'canceled' })
      return find(subscriptions, id)
    },
  }

  const model: StripeModel = {
    customers,
    prices,
    sessions,
    subscriptions,
    events,
    now: Date.now,
    call(method, path, form) {
      const parts = path.replace('/v1/', '').split('/')
      const at = parts[0] === 'checkout' ? 2 : 1
      const id = parts[at] ?? ''
      const shape = parts.map((part, n) => (n === at ? ':id' : part)).join('/')
      const route = routes[`${method} ${shape}`]
      if (route === undefined) throw { status: 404, code: `no ${method} ${shape}` }
      return route(id, form)
    },
    pay(id) {
      const session = find(sessions, id)
      if (session.status !== 'open' || !customers.has(session.customer)) throw new Error('this cannot be paid')
      const { price, customer, metadata } = session
      const start = seconds(model.now())
      const item = { id: name('si'), price, current_period_start: start, current_period_end: after(start, price) }
      const subscription: StripeSubscription = {
        id: name('sub'),
        object: 'subscription',
        customer,
        status: 'active',
        created: start,
        cancel_at_period_end: false,
        cancel_at: null,
        metadata,
        items: { object: 'list', data: [item] },
        currency: price.currency,
      }
      subscriptions.set(subscription.id, subscription)
      Object.assign(session, { status: 'complete', url: null, subscription: subscription.id })
      tell('customer.subscription.created', subscription)
      tell('checkout.session.completed', session)
      tell('invoice.paid', { id: name('in'), object: 'invoice', customer })
      return subscription
    },
    renew(id, paid = true) {
      const subscription = find(subscriptions, id)
      const { customer } = subscription
      const [item] = subscription.items.data
      if (item === undefined) throw missing
      item.current_period_start = item.current_period_end
      item.current_period_end = after(item.current_period_end, item.price)
      model.change(id, { status: paid ? 'active' : 'past_due' })
      tell(paid ? 'invoice.paid' : 'invoice.payment_failed', { id: name('in'), object: 'invoice', customer })
    },
    change(id, changes) {
      const subscription = Object.assign(find(subscriptions, id), changes)
      const ended = subscription.status === 'canceled'
      tell(ended ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription)
    },
    alive: (customer) =>
      [...subscriptions.values()].filter((one) => one.customer === customer && one.status !== 'canceled'),
  }
  return model
}

function after(start: number, { recurring: { interval, interval_count } }: StripePrice): number {
  return Date.parse(addInterval(new Date(start * 1000).toISOString(), interval, Number(interval_count))) / 1000
}

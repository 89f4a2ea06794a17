import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#server/lib/time.ts'
import { createPayments } from '#server/modules/subscriptions/create-payments.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { syncUser } from '#server/modules/subscriptions/sync/sync-customer.ts'
import { rowsOfUser } from '#support/database/user-rows.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { newEvent } from '#support/stripe/objects/new-event.ts'
import type { StripeEvent } from '#support/stripe/objects/stripe-objects.ts'
import { createBuyer, findOfferedPlan, sendEvent } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

/** Every permutation of a list. */
function orders<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first, n) => orders(list.toSpliced(n, 1)).map((rest) => [first, ...rest]))
}

describeServerOnEachEngine(
  'a webhook event of Stripe',
  (server) => {
    const buyer = () => createBuyer(server(), stripe)
    const db = () => server().dependencies.db
    const tell = (event: StripeEvent, sent = {}) => sendEvent(server(), event, sent)
    const monthly = async () => (await findOfferedPlan(server())).id
    /** The stored state of a user's payments, without the times and counters of polls. */
    async function state(id: number) {
      const { subscriptions = [], checkouts = [] } = await rowsOfUser(db(), id)
      const parse = (rows: string[]) => rows.map((row) => ({ ...JSON.parse(row), updated_at: null }))
      return { subscriptions: parse(subscriptions), checkouts: parse(checkouts) }
    }
    beforeAll(() => {
      stripe.now = server().dependencies.now
    })
    beforeEach(() => {
      stripe.intercept = undefined
      stripe.events.length = 0
      stripe.requests.length = 0
    })
    // The clock is every user's: the billing job would read again what each earlier test bought.
    afterEach(() => db().deleteFrom('users').execute())

    it('stores the payment, and is acknowledged only after the write', async () => {
      const user = await buyer()
      const { paid } = await user.pay(await monthly())
      const [event] = stripe.events
      if (event === undefined) throw new Error('nothing was told')
      stripe.intercept = () => 'cut'
      expect(await tell(event)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
      expect(server().logs.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({
          msg: 'a request could not be answered',
          err: expect.objectContaining({ cause: expect.objectContaining({ type: 'PaymentsUnreachable' }) }),
        }),
      )
      expect(await user.subscriptions()).toEqual([])
      stripe.intercept = undefined
      expect(await tell(event)).toMatchObject({ status: 200, body: { received: true } })
      expect(await user.subscriptions()).toMatchObject([{ status: 'active', is_active_now: true }])
      stripe.requests.length = 0
      expect((await tell(event)).status).toBe(200)
      expect(stripe.requests).toEqual([])
      // The content of the event is not trusted, only Stripe's API is.
      const lie = { ...event, id: 'evt_lie', data: { object: { ...paid, status: 'canceled', metadata: {} } } }
      expect((await tell(lie)).status).toBe(200)
      expect(await user.subscriptions()).toMatchObject([{ status: 'active' }])
    })

    it('returns 400 and changes nothing when it is forged, altered or old', async () => {
      const user = await buyer()
      await user.pay(await monthly())
      const [event] = stripe.events
      if (event === undefined) throw new Error('nothing was told')
      const before = await rowsOfUser(db(), user.id)
      stripe.requests.length = 0
      const text = JSON.stringify(event)
      const refused = [
        { secret: 'whsec_somebody_else' },
        { secret: '' },
        { age: 301 },
        { age: 86_400 },
        { altered: text.replace(event.id, 'evt_another') },
        { altered: `${text} ` },
        { altered: '' },
      ]
      for (const sent of refused) {
        const { status, body } = await tell(event, sent)
        expect([status, body], JSON.stringify(sent)).toMatchObject([400, { code: 'bad_request' }])
      }
      for (const signature of [undefined, '', 't=,v1=', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
        const headers = {
          'Content-Type': 'application/json',
          ...(signature === undefined ? {} : { 'Stripe-Signature': signature }),
        }
        const path = '/api/v1/accounts/subscriptions/webhook/'
        expect((await server().send(path, { method: 'POST', body: text, headers })).status, signature).toBe(400)
      }
      expect(await rowsOfUser(db(), user.id)).toEqual(before)
      expect(stripe.requests).toEqual([])
      const known = db().selectFrom('payment_events').select('id').where('id', '=', event.id)
      expect(await known.execute()).toEqual([])
      expect((await tell(event, { age: 299 })).status).toBe(200)
    })

    it('is acknowledged and changes nothing for an unknown customer or with an unknown type', async () => {
      const strange = newEvent({ id: '', type: '', created: 0, object: {} })
      const events: StripeEvent[] = [
        { ...strange, id: 'evt_1', type: 'customer.subscription.updated', data: { object: { customer: 'cus_other' } } },
        { ...strange, id: 'evt_2', type: 'something.new', data: { object: { id: 'x' } } },
        { ...strange, id: 'evt_3', type: 'invoice.paid', data: { object: { customer: null } } },
      ]
      for (const event of events) expect((await tell(event)).status).toBe(200)
      expect(stripe.requests).toEqual([])
    })

    it('changes nothing when it is about a dispute, until Stripe ends the subscription', async () => {
      const user = await buyer()
      const { session_id, paid } = await user.pay(await monthly())
      await user.success(session_id)
      const charge = [...stripe.charges.values()].find(({ customer }) => customer === user.customer())
      if (charge === undefined) throw new Error('nothing was charged')
      charge.disputed = true
      const { id, amount, payment_intent } = charge
      const dispute = { id: 'dp_1', object: 'dispute', charge: id, payment_intent, amount, status: 'needs_response' }
      stripe.createEvent('charge.dispute.created', dispute)
      const before = await state(user.id)
      for (const event of stripe.events) expect((await tell(event)).status).toBe(200)
      expect(await state(user.id)).toEqual(before)
      expect(await user.subscriptions()).toMatchObject([{ status: 'active', is_active_now: true }])
      stripe.change(paid.id, { status: 'canceled' })
      for (const event of stripe.events) expect((await tell(event)).status).toBe(200)
      expect(await user.subscriptions()).toMatchObject([{ status: 'canceled', is_active_now: false }])
    })

    it('leads to the same state in each of 24 orders, with repeats and all at once', async () => {
      const plan = await monthly()
      const outcomes = new Set<string>()
      for (const order of orders([0, 1, 2, 3])) {
        const user = await buyer()
        stripe.events.length = 0
        const { paid } = await user.pay(plan)
        stripe.renew(paid.id)
        stripe.change(paid.id, { cancel_at_period_end: true })
        const told = stripe.events
        // Bought, completed, paid and renewed in any order, with the cancellation at each position.
        const five = order.flatMap((n, place) => (place === order[0] ? [told.at(-1), told[n]] : [told[n]]))
        const sent = five.filter((event) => event !== undefined).flatMap((event) => Array<StripeEvent>(2).fill(event))
        expect(sent).toHaveLength(10)
        const replies = await Promise.all(sent.map((event) => tell(event)))
        expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
        const { subscriptions, checkouts } = await state(user.id)
        expect([subscriptions.length, checkouts.length]).toEqual([1, 1])
        const [{ status, cancel_at_period_end, current_period_start }] = subscriptions
        const isNext = Date.parse(current_period_start) / 1000 > paid.created
        const { status: bought, subscription_id } = checkouts[0]
        const linked = subscription_id === subscriptions[0].id
        outcomes.add(JSON.stringify({ status, cancel_at_period_end, isNext, bought, linked }))
      }
      expect([...outcomes].map((text) => JSON.parse(text))).toMatchObject([
        { status: 'active', cancel_at_period_end: 1, isNext: true, bought: 'complete', linked: true },
      ])
      // 240 events take longer than other tests on a busy machine.
    }, 60_000)

    it('does not restore an older state when it arrives late, whichever response of Stripe is slow', async () => {
      const user = await buyer()
      const { paid } = await user.pay(await monthly())
      const deliverLast = () => tell(stripe.events.at(-1) as StripeEvent)
      await deliverLast()
      for (let round = 0; round < 5; round += 1) {
        stripe.renew(paid.id, false)
        const first = deliverLast()
        stripe.change(paid.id, { status: 'active' })
        await Promise.all([first, deliverLast(), deliverLast()])
        expect((await user.subscriptions())[0]).toMatchObject({ status: 'active' })
      }
    })

    it('is not undone by a slow response to an earlier request of another process', async () => {
      const user = await buyer()
      const { session_id, paid } = await user.pay(await monthly())
      await user.success(session_id)
      const processes = [1, 2].map(() => ({ ...server().dependencies, ...createPayments(server().dependencies) }))
      const [slow, quick] = processes
      if (slow === undefined || quick === undefined) throw new Error('two processes')
      const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      stripe.intercept = ({ path }) => {
        if (path !== '/v1/subscriptions') return undefined
        arrived.resolve()
        return { until: answered.promise }
      }
      const first = syncUser(slow, user.id)
      await arrived.promise
      stripe.intercept = undefined
      stripe.change(paid.id, { status: 'canceled' })
      await syncUser(quick, user.id)
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'canceled' })
      answered.resolve()
      await first
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'canceled' })
    })

    it('is replaced by the billing job within a day when it was lost', async () => {
      const user = await buyer()
      const waiting = await buyer()
      const { session_id, paid } = await user.pay(await monthly())
      await user.success(session_id)
      const bought = await waiting.pay(await monthly())
      const round = () => createBillingJob(server().dependencies).runOnce()
      expect(await waiting.subscriptions()).toEqual([])
      server().advance(10 * 60_000 + 1000)
      await round()
      expect((await waiting.subscriptions())[0]).toMatchObject({ status: 'active' })
      expect((await waiting.success(bought.session_id)).status).toBe('complete')

      stripe.change(paid.id, { status: 'canceled' })
      server().advance(DAY_MS + 1000)
      await round()
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'canceled', is_active_now: false })

      stripe.renew(bought.paid.id)
      server().advance(31 * DAY_MS)
      await round()
      expect((await waiting.subscriptions())[0]).toMatchObject({ status: 'active', is_active_now: true })
      stripe.requests.length = 0
      await round()
      expect(stripe.requests).toEqual([])
    })

    it('is replaced when it was lost although other customers cannot be read', async () => {
      const users = [await buyer(), await buyer(), await buyer()] as const
      for (const user of users) await user.pay(await monthly())
      const [odd, cut] = users.map((user) => user.customer())
      stripe.intercept = ({ path, form: { customer } }) => {
        if (path !== '/v1/subscriptions') return undefined
        return customer === odd ? { status: 400, code: 'odd' } : customer === cut ? 'cut' : undefined
      }
      server().advance(10 * 60_000 + 1000)
      await createBillingJob(server().dependencies).runOnce()
      expect((await users[2].subscriptions()).map(({ status }) => status)).toEqual(['active'])
      stripe.intercept = undefined
      server().advance(10 * 60_000 + 1000)
      await createBillingJob(server().dependencies).runOnce()
      expect([await users[0].subscriptions(), (await users[1].subscriptions()).length]).toEqual([[], 1])
    })

    it('marks an expired checkout as failed, and the next one can begin', async () => {
      const user = await buyer()
      const begun = await user.begin(await monthly())
      const session = stripe.sessions.get(user.sessionOf(begun.checkout_url))
      if (session === undefined) throw new Error('no session')
      Object.assign(session, { status: 'expired', url: null })
      expect(await user.success(begun.session_id)).toEqual({ status: 'failed', subscription: null })
      const again = await user.begin(await monthly())
      expect(again.session_id).not.toBe(begun.session_id)
    })
  },
  { env: stripe.env },
)

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { cancelSubscription, checkout } from '#contract/endpoints/subscriptions.ts'
import { addInterval } from '#server/lib/add-interval.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { startCheckout } from '#server/modules/subscriptions/checkout/start-checkout.ts'
import { createPayments } from '#server/modules/subscriptions/create-payments.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createBuyer, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

describeServerOnEachEngine(
  'buying with Stripe',
  (server) => {
    const buyer = () => createBuyer(server(), stripe)
    const db = () => server().dependencies.db
    beforeAll(() => {
      stripe.now = server().dependencies.now
    })
    beforeEach(() => {
      stripe.intercept = undefined
      stripe.requests.length = 0
    })

    it('redirects to a Stripe page, and the success page finds the payment without a webhook event', async () => {
      const user = await buyer()
      const plan = await findOfferedPlan(server())
      const begun = await user.begin(plan.id)
      expect(begun.checkout_url).toMatch(/^https:\/\/checkout\.stripe\.test\//)
      expect(await user.success(begun.session_id)).toEqual({ status: 'pending', subscription: null })
      const paid = stripe.pay(user.sessionOf(begun.checkout_url))
      const done = await user.success(begun.session_id)
      const start = new Date(paid.created * 1000).toISOString()
      expect(done).toMatchObject({
        status: 'complete',
        subscription: {
          status: 'active',
          is_active_now: true,
          cancel_at_period_end: false,
          current_period_start: start,
          current_period_end: addInterval(start, 'month'),
          plan,
        },
      })
      expect(await user.success(user.sessionOf(begun.checkout_url))).toEqual(done)
      expect(await user.subscriptions()).toEqual([done.subscription])
      const opened = stripe.requests.find(({ path }) => path === '/v1/checkout/sessions')
      const address = server().address
      expect(opened?.form).toMatchObject({
        mode: 'subscription',
        success_url: `${address}/subscription-success?session_id=${begun.session_id}`,
        cancel_url: `${address}/subscriptions?checkout=left`,
      })
    })

    it('creates a price per interval and currency once, and maps two weeks to a week twice', async () => {
      const wanted = [
        { interval: 'week', currency: 'USD', price: '0.50', as: ['week', 1, 'usd', 50] },
        { interval: 'two_weeks', currency: 'EUR', price: '4.99', as: ['week', 2, 'eur', 499] },
        { interval: 'month', currency: 'GBP', price: '19.90', as: ['month', 1, 'gbp', 1990] },
        { interval: 'year', currency: 'USD', price: '1234.56', as: ['year', 1, 'usd', 123456] },
      ] as const
      for (const { as, ...changes } of wanted) {
        const id = await makePlan(db(), { ...changes, title: `Every ${changes.interval}` })
        const [first, second] = [await buyer(), await buyer()]
        const { paid } = await first.pay(id)
        await second.begin(id)
        const made = stripe.requests.filter(({ path }) => path === '/v1/prices')
        expect(made).toHaveLength(1)
        expect(made[0]?.form).toMatchObject({ product_data: { name: `Every ${changes.interval}` } })
        const [item] = paid.items.data
        const { recurring, currency, unit_amount } = item?.price ?? {}
        expect([recurring?.interval, recurring?.interval_count, currency, unit_amount]).toEqual(as)
        stripe.requests.length = 0
      }
    })

    it('creates one checkout session for twenty simultaneous requests, and one subscription when it is paid', async () => {
      const user = await buyer()
      const [monthly, yearly] = [await findOfferedPlan(server()), await findOfferedPlan(server(), 'yearly')]
      const replies = await Promise.all(Array.from({ length: 20 }, () => user.buy(monthly.id)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      const open = () =>
        [...stripe.sessions.values()].filter((one) => one.customer === user.customer() && one.status === 'open')
      expect(open()).toHaveLength(1)
      // Alternates between two plans.
      const mixed = await Promise.all(Array.from({ length: 20 }, (_, n) => user.buy(n % 2 ? monthly.id : yearly.id)))
      expect(mixed.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(open().length).toBeLessThanOrEqual(1)
      const { session_id, paid } = await user.pay(monthly.id)
      const again = await Promise.all(Array.from({ length: 20 }, () => user.buy(yearly.id)))
      for (const { status, body } of again) {
        expect([status, body]).toMatchObject([409, { code: 'conflict', message: /already have a subscription/ }])
      }
      expect(stripe.listUncanceled(user.customer()).map(({ id }) => id)).toEqual([paid.id])
      expect((await user.success(session_id)).status).toBe('complete')
      expect([...stripe.customers.values()].filter(({ email }) => email === user.email)).toHaveLength(1)
    })

    it('creates one checkout session across two processes too', async () => {
      const user = await buyer()
      const { id: plan } = await findOfferedPlan(server())
      const deps = [1, 2].map(() => ({ ...server().dependencies, ...createPayments(server().dependencies) }))
      const caller = { id: user.id, sessionId: '', isAdmin: false, isProvider: false, language: 'en' } as const
      const clicks = Array.from({ length: 10 }, () => deps.map((one) => startCheckout(one, caller, { plan_id: plan })))
      const begun = await Promise.all(clicks.flat())
      expect(new Set(begun.map(({ checkout_url }) => checkout_url)).size).toBe(1)
      const customers = [...stripe.customers.values()].filter(({ email }) => email === user.email)
      expect([customers.length, stripe.listUncanceled(user.customer()).length]).toEqual([1, 0])
      expect([...stripe.sessions.values()].filter(({ customer }) => customer === user.customer())).toHaveLength(1)
    })

    it('honours a payment, whatever happened to the plan in between and later', async () => {
      const user = await buyer()
      const id = await makePlan(db(), { price: '7.00', title: 'As it was' })
      const begun = await user.begin(id)
      const now = { title: 'As it is', price: '70.00', is_archived: 1, is_enabled: 0, tokens_limit: 1 } as const
      await db().updateTable('plans').set(now).where('id', '=', id).execute()
      const late = await buyer()
      expect(await late.buy(id)).toMatchObject({ status: 409, body: { code: 'plan_unavailable' } })
      const paid = stripe.pay(user.sessionOf(begun.checkout_url))
      const sold = { title: 'As it was', price: '7.00', tokens_limit: 2_000_000, is_archived: true }
      const done = await user.success(begun.session_id)
      expect(done.subscription).toMatchObject({ is_active_now: true, plan: { id, ...sold } })
      stripe.renew(paid.id)
      server().advance(31 * DAY_MS)
      await createBillingJob(server().dependencies).runOnce()
      const [renewed] = await user.subscriptions()
      expect(renewed).toMatchObject({ is_active_now: true, plan: { id, ...sold } })
      expect(paid.items.data[0]?.price.unit_amount).toBe(700)
    })

    it('sells a plan with a changed price at the new price to later customers', async () => {
      const [before, after] = [await buyer(), await buyer()]
      const id = await makePlan(db(), { price: '5.00' })
      await before.pay(id)
      await db().updateTable('plans').set({ price: '6.00' }).where('id', '=', id).execute()
      const { paid } = await after.pay(id)
      expect(paid.items.data[0]?.price.unit_amount).toBe(600)
      const open = await buyer()
      const first = await open.begin(id)
      await db().updateTable('plans').set({ price: '8.00' }).where('id', '=', id).execute()
      const second = await open.begin(id)
      expect(second.session_id).not.toBe(first.session_id)
      expect(stripe.sessions.get(open.sessionOf(first.checkout_url))?.status).toBe('expired')
      expect(await open.success(first.session_id)).toEqual({ status: 'failed', subscription: null })
    })

    it('rejects a crafted request for something that cannot be bought', async () => {
      const user = await buyer()
      for (const change of [{ is_enabled: 0 }, { is_archived: 1 }, { product: 'another_app' }] as const) {
        const id = await makePlan(db(), {})
        await db().updateTable('plans').set(change).where('id', '=', id).execute()
        const reply = await user.buy(id)
        const words = { message: 'This plan cannot be bought', code: 'plan_unavailable' }
        expect([reply.status, reply.body]).toEqual([409, words])
      }
      expect((await user.buy(999_999)).status).toBe(409)
      const spanish = { headers: { 'Accept-Language': 'es' }, token: await user.token(), body: { plan_id: 999_999 } }
      const { body } = await server().reply(checkout, spanish)
      expect(body).toMatchObject({ message: 'Este plan no se puede comprar' })
      expect(stripe.requests).toEqual([])
      expect(await user.subscriptions()).toEqual([])
    })

    it('replaces the trial, and no trial begins beside it', async () => {
      const user = await buyer()
      await user.begin((await findOfferedPlan(server(), 'free-trial')).id)
      server().advance(DAY_MS)
      const { session_id } = await user.pay((await findOfferedPlan(server())).id)
      await user.success(session_id)
      const all = await user.subscriptions()
      expect(all.map(({ status, is_active_now }) => [status, is_active_now])).toEqual([
        ['trialing', true],
        ['canceled', false],
      ])
      const other = await buyer()
      await other.success((await other.pay((await findOfferedPlan(server())).id)).session_id)
      const trial = await other.buy((await findOfferedPlan(server(), 'free-trial')).id)
      expect(trial).toMatchObject({ status: 409, body: { code: 'conflict' } })
    })

    it('can be cancelled at the end of the period: access lasts until then, and a second cancel finds nothing', async () => {
      const user = await buyer()
      const { session_id, paid } = await user.pay((await findOfferedPlan(server())).id)
      const { subscription } = await user.success(session_id)
      const body = { subscription_id: subscription?.id ?? 0 }
      const cancel = async () => server().reply(cancelSubscription, { token: await user.token(), body })
      const stranger = await buyer()
      expect((await server().reply(cancelSubscription, { token: await stranger.token(), body })).status).toBe(404)
      expect(await cancel()).toMatchObject({
        status: 200,
        body: { cancel_at_period_end: true, is_active_now: true, status: 'active' },
      })
      expect(paid).toMatchObject({ cancel_at_period_end: true, status: 'active' })
      expect(await cancel()).toMatchObject({ status: 409, body: { code: 'conflict', message: /nothing to cancel/ } })
      stripe.change(paid.id, { status: 'canceled' })
      server().advance(32 * DAY_MS)
      await createBillingJob(server().dependencies).runOnce()
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'canceled', is_active_now: false })
      expect((await cancel()).status).toBe(409)
    })

    it('recreates a customer or a price that was deleted at Stripe', async () => {
      const [user, other] = [await buyer(), await buyer()]
      const id = await makePlan(db(), {})
      const { session_id } = await user.begin(id)
      await db().updateTable('checkouts').set({ status: 'failed' }).where('id', '=', session_id).execute()
      const gone = user.customer()
      stripe.customers.delete(gone)
      await user.begin(id)
      expect(user.customer()).toMatch(/^cus_/)
      expect(user.customer()).not.toBe(gone)
      expect(
        stripe.prices.delete(stripe.orders.get(other.sessionOf((await other.begin(id)).checkout_url))?.price.id ?? ''),
      ).toBe(true)
      const late = await buyer()
      const bought = await late.pay(id)
      expect((await late.success(bought.session_id)).status).toBe('complete')
    })

    it('ends as failed when its first payment never arrives', async () => {
      const user = await buyer()
      const { session_id, paid } = await user.pay((await findOfferedPlan(server())).id)
      stripe.change(paid.id, { status: 'incomplete' })
      expect((await user.success(session_id)).status).toBe('pending')
      stripe.change(paid.id, { status: 'incomplete_expired' })
      expect(await user.success(session_id)).toEqual({ status: 'failed', subscription: null })
    })

    it('cancels the retries of the old payment when it is repeated after a failed one', async () => {
      const user = await buyer()
      const plan = await findOfferedPlan(server())
      const first = await user.pay(plan.id)
      await user.success(first.session_id)
      stripe.renew(first.paid.id, false)
      server().advance(32 * DAY_MS)
      await createBillingJob(server().dependencies).runOnce()
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'past_due', is_active_now: true })
      expect(await user.buy(plan.id)).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching('Pay it first') },
      })
      server().advance(14 * DAY_MS)
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'past_due', is_active_now: false })
      const second = await user.pay(plan.id)
      expect((await user.success(second.session_id)).subscription?.is_active_now).toBe(true)
      expect(stripe.listUncanceled(user.customer()).map(({ id }) => id)).toEqual([second.paid.id])
    })

    it('ends with the account: Stripe charges no deleted user and deletes the customer', async () => {
      const user = await buyer()
      const { session_id, paid } = await user.pay((await findOfferedPlan(server())).id)
      await user.success(session_id)
      const customer = user.customer()
      const leave = async () =>
        server().reply(deleteAccount, { token: await user.token(), body: { password: user.password } })
      stripe.intercept = () => ({ status: 500 })
      expect(await leave()).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
      expect((await user.subscriptions())[0]?.is_active_now).toBe(true)
      stripe.intercept = undefined
      expect((await leave()).status).toBe(204)
      expect(paid.status).toBe('canceled')
      expect(stripe.customers.has(customer)).toBe(false)
    })

    it('cannot be finished in an open checkout after the account is deleted', async () => {
      const user = await buyer()
      const { checkout_url } = await user.begin((await findOfferedPlan(server())).id)
      await server().call(deleteAccount, { token: await user.token(), body: { password: user.password } })
      expect(() => stripe.pay(user.sessionOf(checkout_url))).toThrow('cannot be paid')
    })

    it('reports that Stripe is unreachable, and a retry creates nothing twice', async () => {
      const user = await buyer()
      const plan = await findOfferedPlan(server())
      stripe.intercept = () => 'cut'
      const refused = await user.buy(plan.id)
      expect(refused).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
      expect(refused.headers.get('retry-after')).toBe('10')
      // The server performs the request, and the response is lost.
      stripe.intercept = () => 'lost'
      expect((await user.buy(plan.id)).status).toBe(503)
      stripe.intercept = undefined
      const { session_id, checkout_url } = await user.begin(plan.id)
      expect([...stripe.customers.values()].filter(({ email }) => email === user.email)).toHaveLength(1)
      stripe.pay(user.sessionOf(checkout_url))
      stripe.intercept = () => 'cut'
      expect(await user.success(session_id)).toEqual({ status: 'pending', subscription: null })
      stripe.intercept = undefined
      expect((await user.success(session_id)).status).toBe('complete')
    })
  },
  { env: stripe.env },
)

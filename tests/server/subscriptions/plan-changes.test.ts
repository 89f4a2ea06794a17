import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#server/lib/time.ts'
import { changePlan } from '#server/modules/subscriptions/changes/change-plan.ts'
import { createPayments } from '#server/modules/subscriptions/create-payments.ts'
import { reconcile } from '#server/modules/subscriptions/sync/reconcile.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { callsOnNewest, createBuyer, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

describeServerOnEachEngine(
  'a subscription at Stripe',
  (server) => {
    const db = () => server().dependencies.db
    let monthly: number
    let expensive: number
    let yearly: number
    const sold = async () => {
      const user = await createBuyer(server(), stripe)
      const { session_id, paid } = await user.pay(monthly)
      await user.success(session_id)
      return { ...user, paid, ...callsOnNewest(server(), user) }
    }
    beforeAll(async () => {
      stripe.now = server().dependencies.now
      monthly = await makePlan(db(), { price: '10.00', title: 'Monthly' })
      expensive = await makePlan(db(), { price: '20.00', title: 'Dearer' })
      yearly = await makePlan(db(), { price: '100.00', title: 'Yearly', interval: 'year' })
    })
    beforeEach(() => {
      stripe.intercept = undefined
      stripe.requests.length = 0
    })

    it('ends with its period by a date from the dashboard only when that is no later, and can be kept', async () => {
      const user = await sold()
      const later = async () => {
        server().advance(1.1 * DAY_MS)
        await user.round()
        return user.newest()
      }
      const end = user.paid.items.data[0].current_period_end
      stripe.change(user.paid.id, { cancel_at: end + 40 * 86_400 })
      expect(await later()).toMatchObject({ status: 'active', cancel_at_period_end: false })
      stripe.change(user.paid.id, { cancel_at: end })
      expect(await later()).toMatchObject({ status: 'active', cancel_at_period_end: true })
      expect(await user.resume()).toMatchObject({ status: 200, body: { cancel_at_period_end: false } })
      expect(user.paid.cancel_at).toBeNull()
    })

    it('is kept after a cancellation with one call, and by buying the same plan again', async () => {
      const user = await sold()
      await user.cancel()
      expect(user.paid.cancel_at_period_end).toBe(true)
      expect(await user.resume()).toMatchObject({
        status: 200,
        body: { cancel_at_period_end: false, status: 'active' },
      })
      expect(user.paid.cancel_at_period_end).toBe(false)
      expect((await user.resume()).status).toBe(200)

      await user.cancel()
      expect(await user.buy(yearly)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Keep it') },
      })
      const again = await user.begin(monthly)
      expect(await user.success(again.session_id)).toMatchObject({
        status: 'complete',
        subscription: { cancel_at_period_end: false },
      })
      expect(stripe.listUncanceled(user.customer())).toHaveLength(1)

      await user.cancel()
      stripe.change(user.paid.id, { status: 'canceled' })
      expect(await user.resume()).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await user.newest()).toMatchObject({ status: 'canceled' })
      expect((await user.buy(yearly)).status).toBe(200)
    })

    it('goes up at once for exactly the amount that was shown, also an hour later', async () => {
      const user = await sold()
      server().advance(10 * DAY_MS)
      const shown = await user.preview(expensive)
      expect(shown).toMatchObject({ currency: 'USD', starts_at: shown.quoted_at })
      expect(shown.lines.map(({ amount }) => amount.startsWith('-'))).toEqual([true, false])
      const [start, end] = [user.paid.items.data[0].current_period_start, user.paid.items.data[0].current_period_end]
      const left = (end - Date.parse(shown.quoted_at) / 1000) / (end - start)
      expect(Number(shown.due_now)).toBeCloseTo(10 * left, 1)
      server().advance(50 * 60_000)
      expect(await user.change(expensive, { ...shown, due_now: '0.50' })).toMatchObject({ status: 409 })
      expect(user.paid.items.data[0].price.unit_amount).toBe(1000)
      expect(await user.change(expensive, shown)).toMatchObject({ status: 200, body: { plan: { id: expensive } } })
      expect(await user.invoices()).toEqual([
        [shown.due_now, 'paid'],
        ['10.00', 'paid'],
      ])
      expect(user.paid.metadata.terms).not.toBe('')
      expect(await user.change(expensive)).toMatchObject({
        status: 409,
        body: { message: 'You already have this plan' },
      })
      const stale = await user.preview(yearly)
      server().advance(2 * 3_600_000)
      expect(await user.change(yearly, stale)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('amount has changed') },
      })
    })

    it('goes from monthly to yearly at once, with a new period, and stays one subscription', async () => {
      const user = await sold()
      server().advance(3 * DAY_MS)
      const shown = await user.preview(yearly)
      expect((await user.change(yearly, shown)).status).toBe(200)
      const now = await user.newest()
      expect(now).toMatchObject({ status: 'active', plan: { id: yearly, interval: 'year' } })
      const days = (Date.parse(now?.current_period_end ?? '') - server().dependencies.now()) / DAY_MS
      expect(days).toBeGreaterThan(364)
      expect(await user.subscriptions()).toHaveLength(1)
      expect((await user.invoices())[0]).toEqual([shown.due_now, 'paid'])
    })

    it('goes down when its period ends, which is visible and can be taken back until then', async () => {
      const user = await sold()
      await user.change(expensive)
      const end = (await user.newest())?.current_period_end
      expect(await user.preview(monthly)).toMatchObject({ due_now: '0.00', starts_at: end, lines: [] })
      const scheduled = { plan_id: monthly, starts_at: end, plan: { title: 'Monthly', price: '10.00' } }
      expect(await user.change(monthly)).toMatchObject({ status: 200, body: { plan: { id: expensive }, scheduled } })
      expect(await user.change(yearly)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Take it back first') },
      })
      expect(await user.drop()).toMatchObject({ status: 200, body: { scheduled: null } })
      expect((await user.drop()).status).toBe(200)
      expect(user.paid.schedule).toBeNull()

      await user.change(monthly)
      // Another smaller plan replaces the scheduled one.
      const smaller = await makePlan(db(), { price: '5.00', title: 'Smaller' })
      expect(await user.change(smaller)).toMatchObject({ status: 200, body: { scheduled: { plan_id: smaller } } })
      stripe.renew(user.paid.id)
      server().advance(32 * DAY_MS)
      await user.round()
      expect(await user.newest()).toMatchObject({ status: 'active', plan: { id: smaller }, scheduled: null })
      expect((await user.invoices())[0]).toEqual(['5.00', 'paid'])
      // The schedule still stands at Stripe for this period, and does not stop a cancellation.
      expect(user.paid.schedule).not.toBeNull()
      expect(await user.cancel()).toMatchObject({ status: 200, body: { cancel_at_period_end: true } })
    })

    it('drops its scheduled change when it is cancelled', async () => {
      const user = await sold()
      await user.change(expensive)
      await user.change(monthly)
      expect(await user.cancel()).toMatchObject({
        status: 200,
        body: { cancel_at_period_end: true, scheduled: null, plan: { id: expensive } },
      })
      expect(await user.change(yearly)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Keep') },
      })
    })

    it('stays as it is when the card is declined', async () => {
      const user = await sold()
      stripe.declined.add(user.customer())
      expect(await user.change(expensive)).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
      expect(await user.newest()).toMatchObject({ status: 'active', plan: { id: monthly }, scheduled: null })
      expect(await user.invoices()).toEqual([['10.00', 'paid']])
      stripe.declined.delete(user.customer())
      expect((await user.change(expensive)).status).toBe(200)
    })

    it('is changed once by two tabs at once, also on two processes', async () => {
      const user = await sold()
      const begun = Promise.withResolvers<void>()
      const refused = Promise.withResolvers<void>()
      stripe.intercept = ({ method, path }) => {
        if (method !== 'POST' || path !== `/v1/subscriptions/${user.paid.id}`) return undefined
        begun.resolve()
        return { until: refused.promise }
      }
      const first = user.change(expensive)
      await begun.promise
      const busy = 'This subscription is being changed elsewhere. Look again in a moment'
      for (const { status, body } of await Promise.all([user.change(yearly), user.change(expensive)])) {
        expect([status, body]).toMatchObject([409, { message: busy }])
      }
      refused.resolve()
      expect((await first).status).toBe(200)
      stripe.intercept = undefined
      expect(await user.invoices()).toHaveLength(2)

      const other = await sold()
      const subscription_id = (await other.newest())?.id ?? 0
      const processes = [1, 2].map(() => ({ ...server().dependencies, ...createPayments(server().dependencies) }))
      const both = await Promise.allSettled(
        processes.map((deps) => changePlan(deps, other.id, { subscription_id, plan_id: expensive })),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await other.invoices()).toHaveLength(2)
    })

    it('is charged once although the response to the change was lost, and the change is found', async () => {
      const user = await sold()
      stripe.intercept = ({ method, path }) =>
        method === 'POST' && path === `/v1/subscriptions/${user.paid.id}` ? 'lost' : undefined
      expect(await user.change(expensive)).toMatchObject({ status: 200, body: { plan: { id: expensive } } })
      stripe.intercept = undefined
      expect(await user.newest()).toMatchObject({ plan: { id: expensive } })
      expect(await user.change(expensive)).toMatchObject({ status: 409 })
      expect(await user.invoices()).toHaveLength(2)
    })

    it('is said to be unknown while a charged change cannot be read, and is read soon', async () => {
      const user = await sold()
      stripe.requests.length = 0
      stripe.intercept = ({ method, path }) => {
        const isOver = stripe.requests.some(
          (one) => one.method === 'POST' && one.path === `/v1/subscriptions/${user.paid.id}`,
        )
        return isOver && method === 'GET' && path === '/v1/subscriptions' ? { status: 500 } : undefined
      }
      const unknown = { status: 503, body: { message: expect.stringContaining('not known yet whether your plan') } }
      expect(await user.change(expensive)).toMatchObject(unknown)
      stripe.intercept = undefined
      await reconcile(server().dependencies)
      expect(await user.newest()).toMatchObject({ plan: { id: expensive } })
      expect(await user.invoices()).toHaveLength(2)
    })

    it('stays as it is when the card is declined, and says so when its state cannot be read afterwards', async () => {
      const user = await sold()
      stripe.declined.add(user.customer())
      stripe.intercept = ({ method, path }) => {
        const isOver = stripe.requests.some(
          ({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'),
        )
        return isOver && method === 'GET' && path === '/v1/subscriptions' ? { status: 400, code: 'odd' } : undefined
      }
      stripe.requests.length = 0
      expect(await user.change(expensive)).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
      stripe.declined.delete(user.customer())
    })

    it('cannot be changed to what is not sold, to another currency, or while a payment is due', async () => {
      const user = await sold()
      const free = await makePlan(db(), { price: '0.00' })
      const euros = await makePlan(db(), { price: '30.00', currency: 'EUR' })
      expect(await user.change(free)).toMatchObject({ status: 409, body: { code: 'plan_unavailable' } })
      expect(await user.change(999_999)).toMatchObject({ status: 409, body: { code: 'plan_unavailable' } })
      expect(await user.change(euros)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('currency') },
      })
      stripe.renew(user.paid.id, false)
      server().advance(32 * DAY_MS)
      await user.round()
      expect(await user.change(expensive)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Pay it') },
      })
      expect(user.paid.items.data[0].price.unit_amount).toBe(1000)
    })

    it('is changed at a price that is created again when Stripe has it no longer', async () => {
      const [first, second] = [await sold(), await sold()]
      await first.change(expensive)
      for (const [id, { unit_amount }] of stripe.prices) if (unit_amount === 2000) stripe.prices.delete(id)
      expect((await second.preview(expensive)).currency).toBe('USD')
      expect((await second.change(expensive)).status).toBe(200)
    })

    it('changes at once and free of charge in the trial that preceded it', async () => {
      const user = await createBuyer(server(), stripe)
      await user.begin((await findOfferedPlan(server(), 'free-trial')).id)
      server().advance(DAY_MS)
      const { session_id } = await user.pay(monthly)
      await user.success(session_id)
      const calls = callsOnNewest(server(), user)
      expect(await calls.preview(expensive)).toMatchObject({ due_now: '0.00', lines: [] })
      expect(await calls.change(expensive)).toMatchObject({
        status: 200,
        body: { status: 'trialing', plan: { id: expensive } },
      })
      expect(await calls.invoices()).toEqual([])
    })
  },
  { env: stripe.env },
)

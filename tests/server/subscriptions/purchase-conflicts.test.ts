import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteAccount, getProfile } from '#contract/endpoints/accounts.ts'
import { grantSubscription } from '#contract/endpoints/admin.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { findBuyablePlan } from '#server/modules/plans/plans.repository.ts'
import { startTrial } from '#server/modules/subscriptions/checkout/start-trial.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { EventRefused, PaymentsUnreachable } from '#server/providers/payments/payments.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { callsOnNewest, createBuyer, createLongLivedUser, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

describeServerOnEachEngine(
  'while a user buys with Stripe',
  (server) => {
    let admin: Awaited<ReturnType<typeof createLongLivedUser>>
    const buyer = () => createBuyer(server(), stripe)
    const db = () => server().dependencies.db
    const monthly = async () => (await findOfferedPlan(server())).id
    const give = async (user_id: number, plan_id: number) =>
      server().reply(grantSubscription, { token: await admin.token(), body: { user_id, plan_id } })
    /** Holds the requests to one path until they are released. */
    function hold(held: string) {
      const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      stripe.intercept = ({ path, method }) => {
        if (path !== held || method !== 'POST') return undefined
        arrived.resolve()
        return { until: answered.promise }
      }
      return { arrived: arrived.promise, release: answered.resolve }
    }
    /** A user whose renewal failed, in the grace period. */
    async function unpaidBuyer() {
      const user = await buyer()
      const { session_id, paid } = await user.pay(await monthly())
      await user.success(session_id)
      stripe.renew(paid.id, false)
      server().advance(32 * DAY_MS)
      await createBillingJob(server().dependencies).runOnce()
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'past_due', is_active_now: true })
      return { ...user, paid }
    }
    beforeAll(async () => {
      stripe.now = server().dependencies.now
      admin = await createLongLivedUser(server())
      await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
    })
    beforeEach(() => {
      stripe.intercept = undefined
      stripe.requests.length = 0
    })

    describe('a granted subscription', () => {
      it('is refused to a user who has just paid, even before the webhook event arrives', async () => {
        const user = await buyer()
        const { session_id } = await user.pay(await monthly())
        expect(await give(user.id, await monthly())).toMatchObject({ status: 409, body: { code: 'conflict' } })
        expect((await user.subscriptions()).map(({ status }) => status)).toEqual(['active'])
        expect((await user.success(session_id)).status).toBe('complete')
      })

      it('expires the checkout session that was being created', async () => {
        const user = await buyer()
        const { arrived, release } = hold('/v1/checkout/sessions')
        const buying = user.buy(await monthly())
        await arrived
        expect((await give(user.id, await monthly())).status).toBe(201)
        release()
        expect(await buying).toMatchObject({ status: 409, body: { code: 'conflict' } })
        const opened = [...stripe.sessions.values()].filter(({ customer }) => customer === user.customer())
        expect(opened.map(({ status }) => status)).toEqual(['expired'])
        expect((await user.subscriptions()).map(({ status }) => status)).toEqual(['active'])
      })

      it('is refused while the open checkout session cannot be expired, which stays open', async () => {
        const user = await buyer()
        const begun = await user.begin(await monthly())
        stripe.intercept = () => 'cut'
        const reply = await give(user.id, await monthly())
        expect(reply).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
        stripe.intercept = undefined
        expect(await user.subscriptions()).toEqual([])
        stripe.pay(user.sessionOf(begun.checkout_url))
        expect((await user.success(begun.session_id)).status).toBe('complete')
      })

      it('does not prevent a purchase when its plan is free', async () => {
        const user = await buyer()
        const free = await makePlan(db(), { price: '0.00', title: 'A present' })
        expect((await give(user.id, free)).status).toBe(201)
        const { session_id } = await user.pay(await monthly())
        expect((await user.success(session_id)).status).toBe('complete')
        await db().updateTable('plans').set({ is_archived: 1 }).where('id', '=', free).execute()
      })

      it('is refused while the paid period of a disconnected processor lasts', async () => {
        const user = await buyer()
        const first = await give(user.id, await monthly())
        expect(first.status).toBe(201)
        const end = (days: number) => new Date(server().dependencies.now() + days * DAY_MS).toISOString()
        const sold = { source: 'sandbox', source_id: randomUUID(), status: 'past_due' } as const
        const subscription = db().updateTable('subscriptions').where('user_id', '=', user.id)
        await subscription.set({ ...sold, current_period_end: end(1) }).execute()
        expect((await give(user.id, await monthly())).status).toBe(409)
        await subscription.set({ ...sold, current_period_end: end(-1) }).execute()
        expect((await give(user.id, await monthly())).status).toBe(201)
      })
    })

    it('a trial that began after the payment ends when the payment is found, and not before', async () => {
      const user = await buyer()
      const { session_id } = await user.pay(await monthly())
      server().advance(DAY_MS)
      await user.begin((await findOfferedPlan(server(), 'free-trial')).id)
      const began = server().dependencies.now()
      expect((await user.success(session_id)).status).toBe('complete')
      const [trial, paid, ...others] = await user.subscriptions()
      expect([paid, others]).toMatchObject([{ status: 'active', is_active_now: true }, []])
      expect(trial).toMatchObject({ status: 'canceled', is_active_now: false })
      const [start, end] = [trial?.current_period_start, trial?.current_period_end].map((at) => Date.parse(at ?? ''))
      expect(end).toBeGreaterThanOrEqual(start ?? Number.NaN)
      expect(Math.abs((end ?? 0) - began)).toBeLessThan(DAY_MS / 2)
    })

    it('a checkout from before the free trial is replaced by one that keeps the days of the trial', async () => {
      const user = await buyer()
      const before = await user.begin(await monthly())
      server().advance(DAY_MS / 24)
      await user.begin((await findOfferedPlan(server(), 'free-trial')).id)
      server().advance(DAY_MS / 24)
      const begun = await user.begin(await monthly())
      expect(stripe.sessions.get(user.sessionOf(before.checkout_url))?.status).toBe('expired')
      expect(await user.begin(await monthly())).toEqual(begun)
      stripe.pay(user.sessionOf(begun.checkout_url))
      expect(await user.success(begun.session_id)).toMatchObject({ subscription: { status: 'trialing' } })
    })

    it('a user who has paid sees no error when Stripe fails to respond', async () => {
      const user = await buyer()
      const { session_id } = await user.pay(await monthly())
      stripe.intercept = () => ({ status: 400, code: 'odd' })
      expect(await user.success(session_id)).toEqual({ status: 'pending', subscription: null })
      stripe.intercept = undefined
      expect((await user.success(session_id)).status).toBe('complete')
    })

    it('a user who has just paid the failed payment in the portal keeps its plan, and buys none beside it', async () => {
      const user = await unpaidBuyer()
      server().advance(14 * DAY_MS)
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'past_due', is_active_now: false })
      stripe.payOpenInvoices(user.paid.id)
      const { status, body } = await user.buy((await findOfferedPlan(server(), 'yearly')).id)
      expect([status, body]).toMatchObject([409, { code: 'conflict', message: /already have a subscription/ }])
      expect(stripe.listUncanceled(user.customer()).map(({ id }) => id)).toEqual([user.paid.id])
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'active', is_active_now: true })
    })

    it('a user who deletes the account while Stripe creates the customer is deleted there too', async () => {
      const user = await buyer()
      const { arrived, release } = hold('/v1/customers')
      const buying = user.buy(await monthly())
      await arrived
      const left = await server().reply(deleteAccount, {
        token: await user.token(),
        body: { password: user.password },
      })
      expect(left.status).toBe(204)
      expect([...stripe.customers.values()].map(({ email }) => email)).toContain(user.email)
      release()
      expect((await buying).status).toBe(401)
      expect([...stripe.customers.values()].map(({ email }) => email)).not.toContain(user.email)
    })

    it('a user who has just paid the failed payment in the portal can use that period after cancelling', async () => {
      const user = await unpaidBuyer()
      stripe.payOpenInvoices(user.paid.id)
      expect(await callsOnNewest(server(), user).cancel()).toMatchObject({
        status: 200,
        body: { status: 'active', is_active_now: true, cancel_at_period_end: true },
      })
      expect(user.paid).toMatchObject({ status: 'active', cancel_at_period_end: true })
    })

    it('a subscription whose payment has just failed ends at once when it is cancelled', async () => {
      const user = await buyer()
      const { session_id, paid } = await user.pay(await monthly())
      await user.success(session_id)
      stripe.renew(paid.id, false)
      expect(await callsOnNewest(server(), user).cancel()).toMatchObject({ status: 200, body: { status: 'canceled' } })
      expect(stripe.listUncanceled(user.customer())).toEqual([])
    })

    it('a trial of a plan that was deleted in the meantime is rejected with an error', async () => {
      const user = await buyer()
      const id = await makePlan(db(), { price: '0.00' })
      const plan = await findBuyablePlan(db(), id)
      if (plan === undefined) throw new Error('it is not offered')
      await db().deleteFrom('plans').where('id', '=', id).execute()
      await expect(startTrial(server().dependencies, user.id, plan)).rejects.toMatchObject({
        code: 'plan_unavailable',
      })
      expect(await user.subscriptions()).toEqual([])
    })

    it('an unreachable Stripe is polled for three waiting users, not for all', async () => {
      const users = [await buyer(), await buyer(), await buyer(), await buyer(), await buyer()]
      for (const user of users) await user.begin(await monthly())
      server().advance(10 * 60_000 + 1000)
      const asked = new Set<unknown>()
      stripe.intercept = ({ path, form }) => {
        if (path.startsWith('/v1/checkout/sessions/')) asked.add(path)
        if (form.customer !== undefined) asked.add(form.customer)
        return { status: 401 }
      }
      await expect(createBillingJob(server().dependencies).runOnce()).rejects.toBeInstanceOf(PaymentsUnreachable)
      expect(asked.size).toBe(3)
    })

    it('the log says what failed, without personal data of Stripe’s responses and events', async () => {
      const user = await buyer()
      const { session_id } = await user.pay(await monthly())
      stripe.intercept = () => ({ status: 400, code: 'odd_request' })
      const from = server().logs.length
      await user.success(session_id)
      const said = server().logs.slice(from).join('\n')
      expect(said).toContain('odd_request')
      expect(said).not.toContain('Words of')
      const notice = Buffer.from(JSON.stringify({ object: 'event', email: user.email }))
      const refused = server().dependencies.payments.readEvent(notice, 't=1,v1=0')
      const error: unknown = await refused.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(EventRefused)
      expect(inspect(error, { depth: 9 })).not.toContain(user.email)
    })
  },
  { env: stripe.env },
)

describeServerOnEachEngine('a user with a subscription at a disconnected processor', (server) => {
  it('cannot be deleted while the processor cannot be asked to delete the customer', async () => {
    const user = await server().registerUser()
    const { db } = server().dependencies
    const time = new Date(server().dependencies.now()).toISOString()
    const customer = { user_id: user.id, source: 'stripe', customer_id: 'cus_1', asked: 0, applied: 0 }
    await db
      .insertInto('payment_customers')
      .values({ ...customer, synced_at: null, ask_at: null, created_at: time })
      .execute()
    const body = { password: 'a quiet evening' }
    const reply = await server().reply(deleteAccount, { token: user.access, body })
    expect(reply).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
    expect((await server().call(getProfile, { token: user.access })).id).toBe(user.id)
  })
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listInvoices, openBillingPortal } from '#contract/endpoints/billing.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createPayments } from '#server/modules/subscriptions/create-payments.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { isEntitled } from '#server/modules/subscriptions/use-cases/entitlement.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createBuyer, findOfferedPlan, makePlan, sendEvent } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

describeServerOnEachEngine(
  'what was billed at Stripe',
  (server) => {
    const db = () => server().dependencies.db
    let plan: number
    const sold = async (bought = plan) => {
      const user = await createBuyer(server(), stripe)
      const { session_id, paid } = await user.pay(bought)
      await user.success(session_id)
      const invoices = async () => server().call(listInvoices, { token: await user.token() })
      const mayWrite = () => isEntitled(db(), { id: user.id, isAdmin: false }, server().dependencies.now())
      return { ...user, paid, invoices, mayWrite }
    }
    const later = async (days: number) => {
      server().advance(days * DAY_MS)
      await createBillingJob(server().dependencies).runOnce()
    }
    beforeAll(async () => {
      stripe.now = server().dependencies.now
      plan = await makePlan(db(), { price: '10.00' })
    })
    beforeEach(() => {
      stripe.intercept = undefined
      stripe.events.length = 0
    })

    it('is listed with amount, currency, state and receipt, newest first, whatever events repeat', async () => {
      const user = await sold()
      for (const event of [...stripe.events, ...stripe.events]) await sendEvent(server(), event)
      stripe.renew(user.paid.id)
      await later(32)
      const found = await user.invoices()
      expect(found).toHaveLength(2)
      expect(found).toMatchObject([
        { amount: '10.00', tax: '0.00', currency: 'USD', status: 'paid', refunded: '0.00' },
        { amount: '10.00', status: 'paid' },
      ])
      expect(found[0]?.receipt_url).toMatch(/^https:\/\/pay\.stripe\.test\/receipts\//)
      expect(found[0]?.created_at.localeCompare(found[1]?.created_at ?? '')).toBe(1)
    })

    it('says what was refunded, in part and whole, and which tax it contains', async () => {
      const user = await sold()
      const [invoice] = [...stripe.invoices.values()].filter(({ customer }) => customer === user.customer())
      const charge = stripe.charges.get(invoice?.id ?? '')
      if (invoice === undefined || charge === undefined) throw new Error('nothing was billed')
      const tax = {
        amount: 160,
        tax_behavior: 'inclusive',
        tax_rate_details: null,
        taxability_reason: 'standard_rated',
      }
      Object.assign(invoice, { total_taxes: [{ ...tax, taxable_amount: 840, type: 'tax_rate_details' }] })
      charge.amount_refunded = 300
      await later(1)
      expect(await user.invoices()).toMatchObject([{ status: 'paid', refunded: '3.00', tax: '1.60' }])
      charge.amount_refunded = 1000
      await later(1)
      expect(await user.invoices()).toMatchObject([{ status: 'refunded', refunded: '10.00' }])
    })

    it('is no longer listed once Stripe has voided it, which it does only to unpaid invoices', async () => {
      const user = await sold()
      stripe.renew(user.paid.id, false)
      await later(32)
      expect((await user.invoices()).map(({ status }) => status)).toEqual(['failed', 'paid'])
      const of = [...stripe.invoices.values()].filter(({ customer }) => customer === user.customer())
      Object.assign(of.find(({ status }) => status === 'open') ?? {}, { status: 'void' })
      await later(1)
      expect((await user.invoices()).map(({ status }) => status)).toEqual(['paid'])
    })

    it('is open while the bank carries out a debit, also after a card was declined', async () => {
      const user = await sold()
      stripe.renew(user.paid.id, false)
      await later(32)
      expect((await user.invoices()).map(({ status }) => status)).toEqual(['failed', 'paid'])
      const declined = [...stripe.charges.values()].find(
        (one) => one.customer === user.customer() && one.status === 'failed',
      )
      if (declined === undefined) throw new Error('nothing was tried')
      const debit = { ...declined, id: `${declined.id}_debit`, status: 'pending' as const, failure_code: null }
      stripe.charges.set(debit.id, debit)
      await later(1)
      expect((await user.invoices()).map(({ status }) => status)).toEqual(['open', 'paid'])
      Object.assign(debit, { status: 'failed' })
      await later(1)
      expect((await user.invoices()).map(({ status }) => status)).toEqual(['failed', 'paid'])
    })

    it('is paid in the portal, which cancels and changes no plan, in the language of the user', async () => {
      const user = await sold()
      const open = async () =>
        server().reply(openBillingPortal, { token: await user.token(), headers: { 'Accept-Language': 'es' } })
      stripe.requests.length = 0
      const before = stripe.configurations.size
      const { status, body } = await open()
      expect([status, body]).toEqual([200, { url: expect.stringMatching(/^https:\/\/billing\.stripe\.test\//) }])
      expect(stripe.requests.at(-1)?.form).toMatchObject({
        customer: user.customer(),
        locale: 'es',
        return_url: `${server().address}/account`,
      })
      await open()
      // Another process finds the configuration of the first one.
      const another = createPayments(server().dependencies).payments
      await another.openPortal(user.customer(), { returnUrl: server().address, language: 'en' })
      expect(stripe.configurations.size).toBe(before + 1)
      expect([...stripe.configurations.values()].at(-1)?.features).toMatchObject({
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
      })
      const nobody = await createBuyer(server(), stripe)
      expect((await server().reply(openBillingPortal, { token: await nobody.token() })).status).toBe(404)
    })

    it('is noticed within minutes when it is paid in the portal after a while, also without an event', async () => {
      const user = await sold()
      stripe.renew(user.paid.id, false)
      server().advance(32 * DAY_MS)
      await later(0)
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'past_due' })
      await server().call(openBillingPortal, { token: await user.token() })
      await later(0)
      stripe.payOpenInvoices(user.paid.id)
      server().advance(6 * 60_000)
      // Opening the portal again does not postpone the poll.
      await server().call(openBillingPortal, { token: await user.token() })
      await later(5 / (24 * 60))
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'active' })
    })

    it('leaves access for the grace period when it is not paid, counted from the day on which it was due', async () => {
      const user = await sold()
      stripe.renew(user.paid.id, false)
      const due = user.paid.items.data[0].current_period_start * 1000
      server().advance(due - server().dependencies.now() + 1000)
      await later(0)
      expect((await user.invoices())[0]).toMatchObject({ amount: '10.00', status: 'failed' })
      const [standing] = await user.subscriptions()
      expect(standing).toMatchObject({ status: 'past_due', is_active_now: true })
      expect(Date.parse(standing?.grace_until ?? '')).toBe(due + 14 * DAY_MS)
      expect(await user.mayWrite()).toBe(true)
      await later(13)
      expect(await user.mayWrite()).toBe(true)
      await later(1)
      expect(await user.mayWrite()).toBe(false)
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'past_due', is_active_now: false })
      stripe.payOpenInvoices(user.paid.id)
      await later(1.1)
      expect(await user.mayWrite()).toBe(true)
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'active', grace_until: null })
      expect((await user.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid'])
    })

    it('leaves access for the grace period again, after Stripe wrote an earlier one off', async () => {
      const user = await sold()
      const fail = async () => {
        stripe.renew(user.paid.id, false)
        const due = user.paid.items.data[0].current_period_start * 1000
        server().advance(due - server().dependencies.now() + 1000)
        await later(0)
        return due
      }
      await fail()
      const owed = [...stripe.invoices.values()].find(
        (one) => one.customer === user.customer() && one.status === 'open',
      )
      Object.assign(owed ?? {}, { status: 'uncollectible' })
      stripe.change(user.paid.id, { status: 'active' })
      await later(1)
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'active', grace_until: null })
      const due = await fail()
      const [standing] = await user.subscriptions()
      expect(standing).toMatchObject({ status: 'past_due', is_active_now: true })
      expect(Date.parse(standing?.grace_until ?? '')).toBe(due + 14 * DAY_MS)
    })

    it('ends access when a third week is not paid', async () => {
      const user = await sold(await makePlan(db(), { price: '3.00', interval: 'week' }))
      for (let week = 1; week <= 2; week += 1) {
        stripe.renew(user.paid.id, false)
        await later(7.1)
        expect(await user.mayWrite()).toBe(true)
      }
      stripe.renew(user.paid.id, false)
      await later(7.1)
      expect(await user.mayWrite()).toBe(false)
    })

    it('is first due when the trial ends', async () => {
      const trial = (await findOfferedPlan(server(), 'free-trial')).id
      for (const hours of [24 * 3, 24 * 6 + 1]) {
        const user = await createBuyer(server(), stripe)
        await user.begin(trial)
        const end = Date.parse((await user.subscriptions())[0]?.current_period_end ?? '')
        const length = end - server().dependencies.now()
        server().advance(length - (7 * 24 - hours) * 3_600_000)
        const left = end - server().dependencies.now()
        const { session_id, paid } = await user.pay(plan)
        const { subscription } = await user.success(session_id)
        expect(subscription).toMatchObject({ status: 'trialing', is_active_now: true, plan: { id: plan } })
        expect(Date.parse(subscription?.current_period_end ?? '')).toBeGreaterThanOrEqual(Math.floor(end / 1000) * 1000)
        expect(await server().call(listInvoices, { token: await user.token() })).toEqual([])
        expect(user.customer() && stripe.listUncanceled(user.customer())).toHaveLength(1)
        stripe.renew(paid.id)
        server().advance(left + 2 * DAY_MS)
        await later(0)
        expect((await user.subscriptions())[0]).toMatchObject({ status: 'active' })
        expect(await server().call(listInvoices, { token: await user.token() })).toMatchObject([{ amount: '10.00' }])
      }
    })
  },
  { env: stripe.env },
)

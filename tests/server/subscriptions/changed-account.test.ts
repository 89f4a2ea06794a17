import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { changePlan, getPaymentAccount, listInvoices, openBillingPortal } from '#contract/endpoints/billing.ts'
import { cancelSubscription } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { findCustomer } from '#server/modules/subscriptions/customers.repository.ts'
import { checkAccount } from '#server/modules/subscriptions/sync/account-check.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { syncCustomer } from '#server/modules/subscriptions/sync/sync-customer.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createBuyer, createLongLivedUser, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())
let accounts = 0

describeServerOnEachEngine(
  'a customer whom Stripe does not know',
  (server) => {
    const db = () => server().dependencies.db
    let plan: number
    let other: number
    let admin: Awaited<ReturnType<typeof createLongLivedUser>>
    const sold = async () => {
      const user = await createBuyer(server(), stripe)
      const { session_id, paid } = await user.pay(plan)
      await user.success(session_id)
      const own = { subscription_id: (await user.subscriptions())[0]?.id ?? 0 }
      const cancel = async () => server().reply(cancelSubscription, { token: await user.token(), body: own })
      const change = async () =>
        server().reply(changePlan, { token: await user.token(), body: { ...own, plan_id: other } })
      return { ...user, paid, cancel, change }
    }
    /** The key belongs to another account from now on; the server has not noticed it. */
    const switchAccount = () => {
      accounts += 1
      stripe.changeAccount(`acct_other_${accounts}`)
    }
    const round = () => createBillingJob(server().dependencies).runOnce()
    const seen = async () => server().call(getPaymentAccount, { token: await admin.token() })
    beforeAll(async () => {
      stripe.now = server().dependencies.now
      admin = await createLongLivedUser(server())
      await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
      plan = await makePlan(db(), { price: '10.00' })
      other = await makePlan(db(), { price: '20.00' })
    })
    // The server of the next engine reads it when it starts.
    afterEach(() => {
      stripe.changeAccount('acct_first')
      stripe.intercept = undefined
    })

    it('can buy again at once, and keeps the history', async () => {
      const user = await sold()
      switchAccount()
      const begun = await user.begin(plan)
      expect((await user.subscriptions()).map(({ status }) => status)).toEqual(['canceled'])
      stripe.pay(user.sessionOf(begun.checkout_url))
      expect((await user.success(begun.session_id)).status).toBe('complete')
      expect((await user.subscriptions()).filter(({ is_active_now }) => is_active_now)).toHaveLength(1)
      const invoices = await server().call(listInvoices, { token: await user.token() })
      expect(invoices.map(({ amount, status }) => `${amount} ${status}`)).toEqual(['10.00 paid', '10.00 paid'])
    })

    it('gets 409 for a cancellation, since nothing is left to cancel', async () => {
      const user = await sold()
      switchAccount()
      expect(await user.cancel()).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('nothing to') },
      })
      expect(await user.subscriptions()).toMatchObject([{ status: 'canceled', is_active_now: false }])
      expect(user.paid.cancel_at_period_end).toBe(false)
      const invoices = await server().call(listInvoices, { token: await user.token() })
      expect(invoices).toMatchObject([{ amount: '10.00', status: 'paid' }])
      const portal = await server().reply(openBillingPortal, { token: await user.token() })
      expect(portal).toMatchObject({ status: 404, body: { code: 'not_found' } })
    })

    it('gets 409 for a change of plan', async () => {
      const user = await sold()
      switchAccount()
      expect(await user.change()).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'canceled' })
    })

    it('loses a subscription that was deleted at Stripe while the customer stays', async () => {
      const user = await sold()
      stripe.subscriptions.delete(user.paid.id)
      expect(await user.cancel()).toMatchObject({ status: 409 })
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'canceled' })
      expect((await user.buy(plan)).status).toBe(200)
    })

    it('is noticed by the server when its account was changed, logged, and shown to admins', async () => {
      const [user, waiting] = [await sold(), await sold()]
      await checkAccount(server().dependencies)
      // What is read from now on is known to belong to this account.
      server().advance(DAY_MS)
      await round()
      expect(await seen()).toMatchObject({ processor: 'stripe', account: 'acct_first (test)', unknown_customers: 0 })
      switchAccount()
      const from = server().logs.length
      await checkAccount(server().dependencies)
      expect(server().logs.slice(from).join('\n')).toContain('the account at the payment processor has changed')
      const { account, previous_account, changed_at, unknown_customers } = await seen()
      expect([account, previous_account]).toEqual([`acct_other_${accounts} (test)`, 'acct_first (test)'])
      expect(changed_at).not.toBeNull()
      expect(unknown_customers).toBeGreaterThanOrEqual(2)
      await round()
      for (const one of [user, waiting]) expect((await one.subscriptions())[0]).toMatchObject({ status: 'canceled' })

      // The key is changed back before anybody has bought again.
      stripe.changeAccount('acct_first')
      await checkAccount(server().dependencies)
      await round()
      for (const one of [user, waiting]) expect((await one.subscriptions())[0]).toMatchObject({ status: 'active' })
      expect(await seen()).toMatchObject({ account: 'acct_first (test)', unknown_customers: 0 })
      const again = server().logs.length
      await checkAccount(server().dependencies)
      expect(server().logs.slice(again)).toEqual([])
    })

    it('keeps a subscription bought while the billing job reads earlier customers', async () => {
      const [first, user] = [await sold(), await sold()]
      const due = (id: number, ask_at: string) =>
        db().updateTable('payment_customers').set({ ask_at }).where('user_id', '=', id).execute()
      await due(first.id, '2001-01-01T00:00:00.000Z')
      await due(user.id, '2001-01-02T00:00:00.000Z')
      const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const held = first.customer()
      stripe.intercept = ({ method, path, form }) => {
        if (method !== 'GET' || path !== '/v1/subscriptions' || form.customer !== held) return undefined
        arrived.resolve()
        return { until: answered.promise }
      }
      const reading = round()
      await arrived.promise
      const former = await findCustomer(db(), 'stripe', { userId: user.id })
      stripe.call('DELETE', `/v1/customers/${user.customer()}`, {})
      const { session_id } = await user.pay(plan)
      expect((await user.success(session_id)).status).toBe('complete')
      answered.resolve()
      await reading
      expect((await user.subscriptions()).map(({ status }) => status).sort()).toEqual(['active', 'canceled'])
      // Another process may have found the former customer before the purchase.
      if (former !== undefined) await syncCustomer(server().dependencies, former)
      expect((await user.subscriptions()).map(({ status }) => status).sort()).toEqual(['active', 'canceled'])
    })

    it('does not keep an account from being deleted', async () => {
      const user = await sold()
      switchAccount()
      const reply = await server().reply(deleteAccount, {
        token: await user.token(),
        body: { password: user.password },
      })
      expect(reply.status).toBe(204)
    })
  },
  { env: stripe.env },
)

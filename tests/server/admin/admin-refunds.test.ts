import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { getUserUsage } from '#contract/endpoints/admin.ts'
import { readTimeline, refundInvoice } from '#contract/endpoints/admin-billing.ts'
import { listInvoices } from '#contract/endpoints/billing.ts'
import { answerSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { readAuditLog } from '#support/api/read-audit-log.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createBuyer, createLongLivedUser, makePlan, sendEvent } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

const customerOf = (email: string) =>
  [...stripe.customers.values()].find((customer) => customer.email === email)?.id ?? 'nobody'

for (const processor of ['stripe', 'sandbox'] as const) {
  describeServerOnEachEngine(
    `a refund by an admin, with ${processor}`,
    (server) => {
      const dependencies = () => server().dependencies
      let admin: InsertedUser
      let plan: number

      async function payer() {
        if (processor === 'stripe') {
          const user = await createBuyer(server(), stripe)
          const { session_id } = await user.pay(plan)
          await user.success(session_id)
          return user
        }
        const user = await createLongLivedUser(server())
        const { session_id: session } = await user.begin(plan)
        const token = await user.token()
        await server().call(answerSandboxCheckout, { token, params: { session }, body: { outcome: 'pay' } })
        return user
      }
      async function paid() {
        const user = await payer()
        const invoices = async () => server().call(listInvoices, { token: await user.token() })
        const [invoice] = await invoices()
        const refund = async (amount: string, request_id: string = randomUUID(), reason = 'It did not work') =>
          server().reply(refundInvoice, {
            token: admin.token,
            params: { id: invoice?.id ?? 0 },
            body: { request_id, amount, reason },
          })
        const refunded = async () => (await invoices())[0]?.refunded
        const auditedAmounts = async () => {
          const entries = await readAuditLog(server(), admin.token, { user_id: user.id, page_size: 200 })
          return entries.filter(({ action }) => action === 'payment.refunded').map(({ detail }) => detail.amount)
        }
        const rows = async () => {
          const found = dependencies().db.selectFrom('refunds').selectAll().where('user_id', '=', user.id)
          return found.orderBy('id').execute()
        }
        return { ...user, invoices, refund, refunded, auditedAmounts, rows }
      }

      beforeAll(async () => {
        plan = await makePlan(dependencies().db, { price: '10.00' })
        stripe.now = dependencies().now
      })
      beforeEach(async () => {
        stripe.intercept = undefined
        admin = await insertSignedInUser(dependencies(), { isAdmin: true })
      })

      if (processor === 'stripe') {
        it('counts no longer as made when the bank sends it back, and can be made again', async () => {
          const user = await paid()
          expect((await user.refund('10.00')).status).toBe(200)
          expect(await user.refunded()).toBe('10.00')
          stripe.events.splice(0)
          stripe.failRefund([...stripe.refunds.keys()].at(-1) ?? '')
          for (const event of stripe.events.splice(0)) expect((await sendEvent(server(), event)).status).toBe(200)
          expect(await user.refunded()).toBe('0.00')
          expect((await user.rows()).map(({ status }) => status)).toEqual(['failed'])
          const timeline = { token: admin.token, params: { id: user.id }, query: {} }
          const { results } = await server().call(readTimeline, timeline)
          expect(results.find(({ kind }) => kind === 'refund')).toMatchObject({ amount: '10.00', status: 'returned' })
          expect((await user.refund('10.00')).status).toBe(200)
          expect((await user.rows()).map(({ status }) => status)).toEqual(['failed', 'done'])
        })
      }

      it('is made in part and then whole, with its reason, and is seen by the user and in the audit log', async () => {
        const user = await paid()
        expect(await user.refund('3.00', randomUUID(), ' Two weeks without answers ')).toMatchObject({
          status: 200,
          body: { refunded: '3.00' },
        })
        expect(await user.invoices()).toMatchObject([{ status: 'paid', refunded: '3.00' }])
        expect(await user.refund('7.00')).toMatchObject({ status: 200, body: { refunded: '10.00' } })
        expect(await user.invoices()).toMatchObject([{ status: 'refunded', refunded: '10.00' }])
        expect(await user.auditedAmounts()).toEqual(['7.00', '3.00'])
        expect(await user.rows()).toMatchObject([
          { amount: 300, currency: 'USD', reason: 'Two weeks without answers', status: 'done', actor_id: admin.id },
          { amount: 700, status: 'done' },
        ])
      })

      it('is refused above what was paid and not yet refunded, and changes nothing then', async () => {
        const user = await paid()
        const tooMuch = { status: 400, body: { amount: ['This is more than was paid and not yet refunded'] } }
        expect(await user.refund('10.01')).toMatchObject(tooMuch)
        expect(await user.refund('6')).toMatchObject({ status: 200, body: { refunded: '6.00' } })
        expect(await user.refund('4.01')).toMatchObject(tooMuch)
        expect(await user.refund('9999')).toMatchObject(tooMuch)
        for (const amount of ['0.00', '0', '-1.00', '1.005', '1.', 'all'])
          expect((await user.refund(amount)).status).toBe(400)
        expect((await user.refund('1.00', randomUUID(), '  ')).body).toEqual({ reason: ['Say why, for the record'] })
        expect(await user.refunded()).toBe('6.00')
        expect(await user.auditedAmounts()).toEqual(['6.00'])
        const missing = { params: { id: 999_999_999 }, body: { request_id: randomUUID(), amount: '1.00', reason: 'x' } }
        expect((await server().reply(refundInvoice, { token: admin.token, ...missing })).status).toBe(404)
      })

      it('is made once by a double click, and by a repeat', async () => {
        const user = await paid()
        const id = randomUUID()
        const replies = await Promise.all([user.refund('4.00', id), user.refund('4.00', id), user.refund('4.00', id)])
        expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
        expect(await user.refund('4.00', id)).toMatchObject({ status: 200, body: { refunded: '4.00' } })
        expect(await user.refunded()).toBe('4.00')
        expect(await user.auditedAmounts()).toEqual(['4.00'])
        // What an admin looked at in between does not make the repeat another refund.
        await server().call(getUserUsage, { token: admin.token, params: { id: user.id } })
        expect((await user.refund('4.00', id)).status).toBe(200)
        expect(await user.auditedAmounts()).toEqual(['4.00'])
        expect((await user.refund('5.00', id)).status).toBe(409)
        expect(await user.refunded()).toBe('4.00')
      })

      it('is not made beyond what was paid by two admins at once', async () => {
        const user = await paid()
        const statuses = (await Promise.all([user.refund('6.00'), user.refund('6.00')])).map(({ status }) => status)
        expect(statuses.filter((status) => status === 200)).toHaveLength(1)
        expect(await user.refunded()).toBe('6.00')
      })

      it('is for admins only', async () => {
        const user = await paid()
        const provider = await insertSignedInUser(dependencies(), { isProvider: true })
        const id = (await user.invoices())[0]?.id ?? 0
        for (const token of [provider.token, await user.token()]) {
          const body = { request_id: randomUUID(), amount: '1.00', reason: 'mine' }
          expect((await server().reply(refundInvoice, { token, params: { id }, body })).status).toBe(403)
        }
        expect(await user.refunded()).toBe('0.00')
      })

      if (processor === 'stripe') {
        it('counts what was refunded at Stripe itself, and reports what Stripe refuses', async () => {
          const user = await paid()
          const charge = [...stripe.charges.values()].find(({ customer }) => customer === customerOf(user.email))
          if (charge === undefined) throw new Error('nothing was charged')
          charge.amount_refunded = 800
          expect((await user.refund('2.01')).status).toBe(400)
          stripe.intercept = ({ method, path }) =>
            method === 'POST' && path === '/v1/refunds' ? { status: 400, code: 'charge_disputed' } : undefined
          const id = randomUUID()
          for (const reply of [await user.refund('1.00', id), await user.refund('1.00', id)]) {
            expect(reply).toMatchObject({ status: 409, body: { message: /does not make this refund/ } })
          }
          stripe.intercept = ({ method, path }) =>
            method === 'POST' && path === '/v1/refunds' ? { status: 402, code: 'request_failed' } : undefined
          expect(await user.refund('1.00')).toMatchObject({
            status: 409,
            body: { message: /does not make this refund/ },
          })
          expect((await user.rows()).map(({ status }) => status)).toEqual(['failed', 'failed'])
          expect(await user.auditedAmounts()).toEqual([])
          stripe.intercept = undefined
          expect((await user.refund('2.00')).status).toBe(200)
          expect(await user.refunded()).toBe('10.00')
        })

        it('is finished without the admin, once, when its response was lost, and blocks others meanwhile', async () => {
          const user = await paid()
          let isBroken = true
          stripe.intercept = ({ method, path }) =>
            isBroken && method === 'POST' && path === '/v1/refunds' ? 'lost' : undefined
          expect(await user.refund('4.00')).toMatchObject({ status: 503, body: { message: /refund is noted/ } })
          expect(await user.refund('4.00')).toMatchObject({ status: 409, body: { message: /under way/ } })
          isBroken = false
          server().advance(5 * 60_000)
          await createBillingJob(dependencies()).runOnce()
          expect(await user.rows()).toMatchObject([{ status: 'done' }])
          expect(await user.refunded()).toBe('4.00')
          expect(await user.auditedAmounts()).toEqual(['4.00'])
          expect(
            [...stripe.refunds.values()].filter(({ customer }) => customer === customerOf(user.email)),
          ).toHaveLength(1)
        })
      }

      if (processor === 'stripe') {
        it('is finished before the account is deleted, which waits for Stripe but not for a refund it refuses', async () => {
          for (const answer of ['made', 'refused'] as const) {
            const user = await paid()
            let fault: { status: number; code: string } | undefined = { status: 500, code: 'api_error' }
            stripe.intercept = ({ method, path }) => (method === 'POST' && path === '/v1/refunds' ? fault : undefined)
            expect((await user.refund('4.00')).status).toBe(503)
            const leave = async () =>
              server().reply(deleteAccount, { token: await user.token(), body: { password: user.password } })
            expect(await leave()).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } })
            expect(await user.rows()).toMatchObject([{ status: 'pending' }])
            fault = answer === 'made' ? undefined : { status: 400, code: 'charge_disputed' }
            const customer = customerOf(user.email)
            expect((await leave()).status).toBe(204)
            const made = [...stripe.refunds.values()].filter((refund) => refund.customer === customer)
            expect(made.map(({ amount }) => amount)).toEqual(answer === 'made' ? [400] : [])
          }
        })
      }

      if (processor === 'stripe') {
        it('is noticed as sent back for sixty days, also without an event and after the subscription has ended', async () => {
          const [user, other] = [await paid(), await paid()]
          const round = async (days: number) => {
            server().advance(days * DAY_MS)
            await createBillingJob(dependencies()).runOnce()
          }
          for (const one of [user, other]) {
            expect((await one.refund('10.00')).status).toBe(200)
            const [sold] = stripe.listUncanceled(customerOf(one.email))
            stripe.change(sold?.id ?? '', { status: 'canceled' })
          }
          await round(1)
          expect((await user.subscriptions()).map(({ status }) => status)).toEqual(['canceled'])
          await round(57)
          stripe.failRefund(
            [...stripe.refunds.values()].find(({ customer }) => customer === customerOf(user.email))?.id ?? '',
          )
          await round(1.1)
          expect((await user.rows()).map(({ status }) => status)).toEqual(['failed'])
          await round(2)
          const polls = dependencies().db.selectFrom('payment_customers').select('ask_at')
          for (const { id } of [user, other]) {
            expect(await polls.where('user_id', '=', id).execute()).toEqual([{ ask_at: null }])
          }
        })
      }

      if (processor === 'stripe') {
        it('has the same idempotency key after a failure of Stripe, so that two processes cannot make it twice', async () => {
          const user = await paid()
          const keys: (string | undefined)[] = []
          stripe.intercept = ({ method, path, idempotencyKey }) => {
            if (method !== 'POST' || path !== '/v1/refunds') return undefined
            keys.push(idempotencyKey)
            return { status: 500 }
          }
          expect((await user.refund('4.00')).status).toBe(503)
          const tries = keys.length
          server().advance(5 * 60_000)
          await createBillingJob(dependencies()).runOnce()
          expect(keys.length).toBeGreaterThan(tries)
          expect(new Set(keys).size).toBe(1)
          stripe.intercept = undefined
          await createBillingJob(dependencies()).runOnce()
        })
      }

      it('is refused for what was not paid', async () => {
        const user = await paid()
        const id = (await user.invoices())[0]?.id ?? 0
        // As it stands after a failed renewal.
        const unpaid = { status: 'failed' } as const
        if (processor === 'stripe') {
          const invoice = [...stripe.invoices.values()].find(({ customer }) => customer === customerOf(user.email))
          Object.assign(invoice ?? {}, { status: 'open' })
        } else {
          await dependencies().db.updateTable('sandbox_invoices').set(unpaid).where('user_id', '=', user.id).execute()
        }
        await dependencies().db.updateTable('invoices').set(unpaid).where('id', '=', id).execute()
        expect(await user.refund('1.00')).toMatchObject({ status: 409, body: { message: /was not paid/ } })
        expect(await user.rows()).toEqual([])
      })
    },
    { env: processor === 'stripe' ? { ...stripe.env, RATE_LIMITS: 'off' } : { RATE_LIMITS: 'off' } },
  )
}

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateUser } from '#contract/endpoints/admin.ts'
import {
  cancelAnySubscription,
  extendSubscription,
  readTimeline,
  refundInvoice,
} from '#contract/endpoints/admin-billing.ts'
import { confirmSession } from '#contract/endpoints/factors.ts'
import { answerSandboxCheckout, changeSandboxPortal, paySandboxInvoices } from '#contract/endpoints/subscriptions.ts'
import { HOUR_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createBuyer, createLongLivedUser, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'
import { insertSignedInUser, PASSWORD } from '#support/users/inserted-user.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

const customerOf = (address: string) =>
  [...stripe.customers.values()].find(({ email }) => email === address)?.id ?? 'nobody'

for (const processor of ['stripe', 'sandbox'] as const) {
  describeServerOnEachEngine(
    `the timeline of a user, with ${processor}`,
    (server) => {
      const dependencies = () => server().dependencies
      let plan: number
      beforeAll(async () => {
        plan = await makePlan(dependencies().db, { price: '10.00', title: 'Monthly' })
        stripe.now = dependencies().now
      })

      /** Pays, fails to pay the renewal, and pays it an hour later. */
      async function payer() {
        const user = processor === 'stripe' ? await createBuyer(server(), stripe) : await createLongLivedUser(server())
        const { session_id: session, checkout_url } = await user.begin(plan)
        const round = () => createBillingJob(dependencies()).runOnce()
        if (processor === 'stripe') {
          const paid = stripe.pay(checkout_url.split('/').at(-1) ?? '')
          await user.success(session)
          server().advance(paid.items.data[0].current_period_end * 1000 - dependencies().now() + HOUR_MS)
          stripe.renew(paid.id, false)
          await round()
          server().advance(HOUR_MS)
          stripe.payOpenInvoices(paid.id)
          server().advance(25 * HOUR_MS)
          await round()
        } else {
          const token = await user.token()
          await server().call(answerSandboxCheckout, { token, params: { session }, body: { outcome: 'pay' } })
          const [bought] = await user.subscriptions()
          await server().call(changeSandboxPortal, { token, body: { card_works: false } })
          server().advance(Date.parse(bought?.current_period_end ?? '') - dependencies().now() + HOUR_MS)
          await round()
          server().advance(HOUR_MS)
          const late = await user.token()
          await server().call(changeSandboxPortal, { token: late, body: { card_works: true } })
          await server().call(paySandboxInvoices, { token: late })
        }
        // The token of an admin lasts a day.
        const { token } = await insertSignedInUser(dependencies(), { isAdmin: true })
        const read = (query: { page?: number; page_size?: number } = {}) =>
          server().call(readTimeline, { token, params: { id: user.id }, query: query as never })
        return { ...user, admin: token, read }
      }

      it('has payments, failed attempts, refunds and what admins did, newest first, once each', async () => {
        const user = await payer()
        expect((await user.read()).results.map(({ kind }) => kind)).toEqual(['charge', 'failure', 'charge'])
        const [charge] = (await user.read()).results
        if (charge?.kind !== 'charge') throw new Error('no payment')
        expect(charge).toMatchObject({ amount: '10.00', currency: 'USD', refundable: '10.00' })
        // The sandbox shows a receipt only to the user who paid.
        expect(charge.receipt_url).toEqual(processor === 'stripe' ? expect.stringMatching(/^https:/) : null)
        server().advance(HOUR_MS)
        const { admin: token } = user
        const order = { amount: '4.00', reason: 'Too slow' }
        const params = { id: charge.id }
        await server().call(confirmSession, { token, body: { password: PASSWORD } })
        await server().call(refundInvoice, { token, params, body: { ...order, request_id: randomUUID() } })
        server().advance(HOUR_MS)
        const [subscription] = await user.subscriptions()
        const id = subscription?.id ?? 0
        const { current_period_end = '' } = subscription ?? {}
        await server().call(extendSubscription, { token, params: { id }, body: { current_period_end } })
        server().advance(HOUR_MS)
        await server().call(cancelAnySubscription, { token, params: { id }, body: { when: 'now' } })
        const { count, results } = await user.read()
        expect(count).toBe(6)
        expect(results.map((one) => (one.kind === 'deed' ? one.entry.action : one.kind))).toEqual([
          'subscription.cancelled',
          'subscription.extended',
          'refund',
          'charge',
          'failure',
          'charge',
        ])
        expect(results[2]).toMatchObject({ amount: '4.00', reason: 'Too slow', status: 'done' })
        expect(results[3]).toMatchObject({ refundable: '6.00' })
        expect(results.map(({ at }) => at)).toEqual(
          results
            .map(({ at }) => at)
            .toSorted()
            .reverse(),
        )
        const pages = await Promise.all([1, 2, 3].map((page) => user.read({ page, page_size: 2 })))
        expect(pages.flatMap(({ results: some }) => some)).toEqual(results)
      })

      if (processor === 'stripe') {
        it('has what was refunded at Stripe itself, less what was refunded here', async () => {
          const user = await payer()
          const { admin: token } = user
          const charge = (await user.read()).results.find(({ kind }) => kind === 'charge')
          const body = { request_id: randomUUID(), amount: '1.00', reason: 'here' }
          await server().call(refundInvoice, { token, params: { id: charge?.id ?? 0 }, body })
          const paid = [...stripe.charges.values()]
            .toSorted((a, b) => a.created - b.created)
            .findLast(({ customer, status }) => customer === customerOf(user.email) && status === 'succeeded')
          if (paid === undefined) throw new Error('nothing was paid')
          paid.amount_refunded = 350
          server().advance(25 * HOUR_MS)
          await createBillingJob(dependencies()).runOnce()
          const later = await insertSignedInUser(dependencies(), { isAdmin: true })
          const { results } = await server().call(readTimeline, {
            token: later.token,
            params: { id: user.id },
            query: {},
          })
          expect(results.slice(0, 2)).toMatchObject([
            { kind: 'refund_elsewhere', amount: '2.50' },
            { kind: 'refund', amount: '1.00' },
          ])
        })
      }

      it('has nothing of others, and is not for providers', async () => {
        const [user, other] = [await payer(), await payer()]
        await server().call(updateUser, { token: other.admin, params: { id: other.id }, body: { is_vip: true } })
        const { results } = await server().call(readTimeline, {
          token: other.admin,
          params: { id: user.id },
          query: {},
        })
        expect(results.filter(({ kind }) => kind === 'deed')).toEqual([])
        const own = await other.read()
        expect(own.results.filter(({ kind }) => kind === 'deed')).toHaveLength(1)
        const missing = { token: other.admin, params: { id: 999_999_999 }, query: {} }
        expect((await server().reply(readTimeline, missing)).status).toBe(404)
        const { token } = await insertSignedInUser(dependencies(), { isProvider: true })
        expect((await server().reply(readTimeline, { token, params: { id: user.id }, query: {} })).status).toBe(403)
      })
    },
    { env: processor === 'stripe' ? { ...stripe.env, RATE_LIMITS: 'off' } : { RATE_LIMITS: 'off' } },
  )
}

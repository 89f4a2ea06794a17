import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { grantSubscription } from '#contract/endpoints/admin.ts'
import {
  cancelAnySubscription,
  changeGrant,
  extendSubscription,
  listAllSubscriptions,
} from '#contract/endpoints/admin-billing.ts'
import { changePlan, listInvoices } from '#contract/endpoints/billing.ts'
import { answerSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { addInterval } from '#server/lib/add-interval.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { findEntitlement } from '#server/modules/subscriptions/use-cases/entitlement.ts'
import { readAuditLog } from '#support/api/read-audit-log.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createBuyer, createLongLivedUser, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

const customerOf = (address: string) =>
  [...stripe.customers.values()].find(({ email }) => email === address)?.id ?? 'nobody'

for (const processor of ['stripe', 'sandbox'] as const) {
  describeServerOnEachEngine(
    `what an admin does with a subscription, with ${processor}`,
    (server) => {
      const dependencies = () => server().dependencies
      let plan: number
      let small: number
      beforeAll(async () => {
        plan = await makePlan(dependencies().db, { price: '10.00', title: 'Large' })
        small = await makePlan(dependencies().db, { price: '4.00', title: 'Small' })
        stripe.now = dependencies().now
      })
      beforeEach(() => {
        stripe.intercept = undefined
      })

      async function subscriber() {
        const admin = await insertSignedInUser(dependencies(), { isAdmin: true })
        const user = processor === 'stripe' ? await createBuyer(server(), stripe) : await createLongLivedUser(server())
        const { session_id: session, checkout_url } = await user.begin(plan)
        if (processor === 'stripe') stripe.pay(checkout_url.split('/').at(-1) ?? '')
        else {
          const token = await user.token()
          await server().call(answerSandboxCheckout, { token, params: { session }, body: { outcome: 'pay' } })
        }
        await user.success(session)
        const newest = async () => (await user.subscriptions())[0] as Subscription
        const params = async () => ({ id: (await newest()).id })
        const token = admin.token
        return {
          ...user,
          token: user.token,
          admin,
          newest,
          cancel: async (when: 'now' | 'period_end') =>
            server().reply(cancelAnySubscription, { token, params: await params(), body: { when } }),
          extend: async (current_period_end: string) =>
            server().reply(extendSubscription, { token, params: await params(), body: { current_period_end } }),
          state: async () => {
            const { results } = await server().call(listAllSubscriptions, { token, query: { search: user.email } })
            return results[0]?.state
          },
          audited: async () => {
            const entries = await readAuditLog(server(), token, { user_id: user.id, page_size: 200 })
            return entries.map(({ action, detail }) => [action, detail.when ?? detail.until]).reverse()
          },
          invoices: async () => server().call(listInvoices, { token: await user.token() }),
        }
      }
      const passTo = async (time: string) => {
        server().advance(Date.parse(time) - dependencies().now() + 3_600_000)
        await createBillingJob(dependencies()).runOnce()
      }

      it('cancels it at the end of its period, and then at once', async () => {
        const user = await subscriber()
        expect(await user.cancel('period_end')).toMatchObject({
          status: 200,
          body: { cancel_at_period_end: true, is_active_now: true },
        })
        expect(await user.state()).toBe('ending')
        expect((await user.cancel('period_end')).status).toBe(409)
        expect(await user.cancel('now')).toMatchObject({
          status: 200,
          body: { status: 'canceled', is_active_now: false },
        })
        expect(await user.newest()).toMatchObject({ status: 'canceled' })
        expect((await user.cancel('now')).status).toBe(409)
        expect((await user.invoices()).map(({ refunded }) => refunded)).toEqual(['0.00'])
        expect(await user.audited()).toEqual([
          ['subscription.cancelled', 'period_end'],
          ['subscription.cancelled', 'now'],
        ])
      })

      it('extends it by a month without a charge, once for a double click, and the next payment follows', async () => {
        const user = await subscriber()
        const end = (await user.newest()).current_period_end
        const later = addInterval(new Date(Math.floor(Date.parse(end) / 1000) * 1000).toISOString(), 'month')
        const replies = await Promise.all([user.extend(end), user.extend(end)])
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
        expect((await user.extend(end)).status).toBe(409)
        expect(await user.newest()).toMatchObject({ current_period_end: later, is_active_now: true })
        expect(await user.state()).toBe('active')
        expect(await user.audited()).toEqual([['subscription.extended', later]])
        expect(await user.invoices()).toHaveLength(1)
        if (processor === 'sandbox') {
          await passTo(later)
          expect(await user.newest()).toMatchObject({
            status: 'active',
            current_period_start: later,
            current_period_end: addInterval(later, 'month'),
          })
        } else {
          const [subscription] = stripe.listUncanceled(customerOf(user.email))
          stripe.renew(subscription?.id ?? '')
          await passTo(later)
          expect(await user.newest()).toMatchObject({ status: 'active', current_period_start: later })
        }
        expect((await user.invoices()).map(({ amount, status }) => [amount, status])).toEqual([
          ['10.00', 'paid'],
          ['10.00', 'paid'],
        ])
      })

      it('keeps the monthly limits of a period that it has extended', async () => {
        const user = await subscriber()
        await user.extend((await user.newest()).current_period_end)
        const { db, now } = dependencies()
        const begun = (await user.newest()).current_period_start
        expect(await findEntitlement(db, user.id, now())).toMatchObject({
          start: begun,
          end: addInterval(begun, 'month'),
        })
      })

      it('does not extend one that has ended, or that changes when its period ends', async () => {
        const user = await subscriber()
        const { id, current_period_end: end } = await user.newest()
        await server().call(changePlan, { token: await user.token(), body: { subscription_id: id, plan_id: small } })
        expect(await user.extend(end)).toMatchObject({ status: 409, body: { message: /scheduled a change/ } })
        await user.cancel('now')
        expect(await user.extend(end)).toMatchObject({ status: 409, body: { message: /running and paid/ } })
        expect(await user.audited()).toEqual([['subscription.cancelled', 'now']])
      })

      if (processor === 'stripe') {
        it('is in the audit log once when its new state cannot be read, however often it is repeated', async () => {
          const user = await subscriber()
          const end = (await user.newest()).current_period_end
          const refuseReads = () => {
            let isChanged = false
            stripe.intercept = ({ method }) => {
              if (method !== 'GET') isChanged = true
              return isChanged && method === 'GET' ? { status: 503 } : undefined
            }
          }
          const later = addInterval(new Date(Math.floor(Date.parse(end) / 1000) * 1000).toISOString(), 'month')
          const deeds: unknown[] = []
          for (const [change, deed] of [
            [() => user.extend(end), ['subscription.extended', later]],
            [() => user.cancel('period_end'), ['subscription.cancelled', 'period_end']],
            [() => user.cancel('now'), ['subscription.cancelled', 'now']],
          ] as const) {
            deeds.push(deed)
            refuseReads()
            expect((await change()).status).toBe(503)
            expect(await user.audited()).toEqual(deeds)
            stripe.intercept = undefined
            expect([200, 409]).toContain((await change()).status)
            expect((await change()).status).toBe(409)
            expect(await user.audited()).toEqual(deeds)
          }
        })

        it('cancels and extends nothing that Stripe has no longer, and says so', async () => {
          const user = await subscriber()
          const { current_period_end: end } = await user.newest()
          const [gone] = stripe.listUncanceled(customerOf(user.email))
          stripe.subscriptions.delete(gone?.id ?? '')
          expect((await user.extend(end)).status).toBe(409)
          expect((await user.cancel('now')).status).toBe(409)
          expect(await user.newest()).toMatchObject({ status: 'canceled' })
          expect(await user.audited()).toEqual([])
        })
      }
    },
    { env: processor === 'stripe' ? { ...stripe.env, RATE_LIMITS: 'off' } : { RATE_LIMITS: 'off' } },
  )
}

describeServerOnEachEngine(
  'what an admin does with a grant or a trial',
  (server) => {
    const db = () => server().dependencies.db
    const at = (days: number) => new Date(server().dependencies.now() + days * DAY_MS).toISOString()

    async function granted() {
      const [admin, user] = [
        await insertSignedInUser(server().dependencies, { isAdmin: true }),
        await insertSignedInUser(server().dependencies),
      ]
      const { token } = admin
      const body = { user_id: user.id, plan_id: 2, current_period_end: at(40) }
      const grant = await server().call(grantSubscription, { token, body })
      const trial = db()
        .selectFrom('subscriptions')
        .selectAll()
        .where('user_id', '=', user.id)
        .where('is_trial', '=', 1)
      return { token, user, grant, trial: await trial.executeTakeFirstOrThrow() }
    }

    it('gives a grant another end, and ends it', async () => {
      const { token, user, grant } = await granted()
      const params = { id: grant.id }
      const change = (days: number) =>
        server().reply(changeGrant, { token, params, body: { current_period_end: at(days) } })
      const until = at(3)
      expect(await server().call(changeGrant, { token, params, body: { current_period_end: until } })).toMatchObject({
        current_period_end: until,
      })
      expect((await change(-1)).body).toEqual({ current_period_end: ['Choose a time that is still to come'] })
      expect((await change(50_000)).status).toBe(400)
      const ended = await server().call(cancelAnySubscription, { token, params, body: { when: 'now' } })
      expect(ended).toMatchObject({ status: 'canceled', is_active_now: false })
      expect(await change(9)).toMatchObject({ status: 409, body: { message: /grant has ended/ } })
      const entries = await readAuditLog(server(), token, { user_id: user.id })
      expect(entries.map(({ action }) => action)).toEqual([
        'subscription.cancelled',
        'grant.changed',
        'subscription.granted',
      ])
    })

    it('extends grants and trials, and changes no end of what is not a grant', async () => {
      const { token, grant, trial } = await granted()
      for (const { id, current_period_end } of [grant, trial]) {
        const extended = await server().call(extendSubscription, {
          token,
          params: { id },
          body: { current_period_end },
        })
        const seconds = new Date(Math.floor(Date.parse(current_period_end) / 1000) * 1000).toISOString()
        expect(extended.current_period_end).toBe(addInterval(seconds, 'month'))
      }
      const body = { current_period_end: at(3) }
      expect((await server().reply(changeGrant, { token, params: { id: trial.id }, body })).status).toBe(409)
    })

    it('is not for providers', async () => {
      const { grant } = await granted()
      const { token } = await insertSignedInUser(server().dependencies, { isProvider: true })
      const params = { id: grant.id }
      const body = { current_period_end: at(3) }
      const replies = [
        await server().reply(changeGrant, { token, params, body }),
        await server().reply(extendSubscription, { token, params, body }),
        await server().reply(cancelAnySubscription, { token, params, body: { when: 'now' } }),
      ]
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
    })
  },
  { env: { RATE_LIMITS: 'off' } },
)

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { listAudit } from '#contract/endpoints/admin.ts'
import {
  createPromotionCode,
  endPromotionCode,
  getRevenue,
  listPromotionCodes,
} from '#contract/endpoints/admin-billing.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createCodeBuyer } from '#support/stripe/code-buyer.ts'
import { createLongLivedUser, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())
let made = 0

for (const processor of ['stripe', 'sandbox'] as const) {
  describeServerOnEachEngine(
    `a promotion code, with ${processor}`,
    (server) => {
      const dependencies = () => server().dependencies
      let admin: { token: () => Promise<string> }
      let small: number
      let large: number
      let euros: number
      let yearly: number
      beforeAll(async () => {
        const { db } = dependencies()
        stripe.now = () => dependencies().now()
        small = await makePlan(db, { price: '10.00', title: 'Small' })
        large = await makePlan(db, { price: '40.00', title: 'Large' })
        yearly = await makePlan(db, { price: '100.00', title: 'Yearly', interval: 'year' })
        euros = await makePlan(db, { price: '10.00', title: 'Euros', currency: 'EUR' })
        const user = await createLongLivedUser(server())
        await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
        admin = user
      })
      beforeEach(async () => {
        stripe.intercept = undefined
        stripe.requests.splice(0)
        // Otherwise each period that a test lets pass renews and polls the users of all tests before it: on PostgreSQL,
        // thousands of statements.
        const { db } = dependencies()
        await db.updateTable('sandbox_subscriptions').set({ status: 'canceled', due_at: null }).execute()
        await db.updateTable('payment_customers').set({ ask_at: null }).execute()
      })

      type Input = BodyOf<typeof createPromotionCode>
      const tryToCreate = async (terms: Partial<Input>) => {
        made += 1
        const body = { code: `code-${processor}-${made}`, kind: 'discount', ...terms } as Input
        return server().reply(createPromotionCode, { token: await admin.token(), body })
      }
      async function create(terms: Partial<Input>) {
        const { status, body } = await tryToCreate(terms)
        expect(status, JSON.stringify(body)).toBe(201)
        return body as { id: number; code: string }
      }
      const end = async (id: number) => server().call(endPromotionCode, { token: await admin.token(), params: { id } })
      const listed = async (id: number) =>
        (await server().call(listPromotionCodes, { token: await admin.token() })).find((one) => one.id === id)

      const somebody = () => createCodeBuyer(server(), stripe, processor)
      const atCode = (message: string) => ({ status: 400, body: { code: [expect.stringContaining(message)] } })

      it('shows the reduced price before, and charges it for the first payment alone', async () => {
        const { id, code } = await create({ percent_off: 25 })
        const user = await somebody()
        expect(await user.check(small, code.toLowerCase())).toMatchObject({
          status: 200,
          body: { code, price: '10.00', reduced_price: '7.50', duration: 'once', ends_at: null },
        })
        expect(await listed(id)).toMatchObject({ redeemed: 0, is_active: true })
        expect(await user.pay(small, code)).toMatchObject({ status: 'complete', subscription: { discount: null } })
        await user.renew()
        expect(await user.paid()).toEqual(['7.50', '10.00'])
        expect(await listed(id)).toMatchObject({ redeemed: 1 })
      })

      it('takes an amount off some months, or each payment, and says until when', async () => {
        const three = await create({ amount_off: '4.00', currency: 'USD', duration: 'repeating', duration_months: 3 })
        const always = await create({ percent_off: 33, duration: 'forever' })
        const [one, other] = [await somebody(), await somebody()]
        await one.pay(small, three.code)
        const begun = await one.newest()
        expect(begun?.discount).toMatchObject({ code: three.code, amount_off: '4.00', reduced_price: '6.00' })
        expect(Date.parse(begun?.discount?.ends_at ?? '') - Date.parse(begun?.created_at ?? '')).toBeGreaterThan(
          88 * DAY_MS,
        )
        const recurring = async () => {
          const revenue = await server().call(getRevenue, { token: await admin.token() })
          return Number(revenue.recurring.find(({ currency }) => currency === 'USD')?.amount)
        }
        const before = await recurring()
        await other.pay(yearly, always.code)
        expect((await recurring()) - before).toBeCloseTo(67 / 12, 1)
        expect((await other.newest())?.discount).toMatchObject({ ends_at: null, reduced_price: '67.00' })
        for (let n = 0; n < 3; n += 1) await one.renew()
        expect(await one.paid()).toEqual(['6.00', '6.00', '6.00', '10.00'])
        expect((await one.newest())?.discount).toBeNull()
      })

      it('is refused at its field, and nothing is begun', async () => {
        const ended = await create({ percent_off: 50 })
        await end(ended.id)
        const until = new Date(dependencies().now() + DAY_MS).toISOString()
        const short = await create({ percent_off: 50, expires_at: until })
        const ofLarge = await create({ percent_off: 50, plan_ids: [large] })
        const dollars = await create({ amount_off: '5.00', currency: 'USD' })
        const tooMuch = await create({ amount_off: '9.80', currency: 'USD' })
        const user = await somebody()
        const refused = async (plan: number, code: string, message: string) => {
          expect(await user.check(plan, code)).toMatchObject(atCode(message))
          expect(await user.begin(plan, code)).toMatchObject(atCode(message))
        }
        await refused(small, 'NO-SUCH-CODE', 'no such code')
        await refused(small, ended.code, 'has ended')
        await refused(small, ofLarge.code, 'another plan')
        await refused(1, dollars.code, 'another plan')
        await refused(euros, dollars.code, 'another currency')
        await refused(small, tooMuch.code, 'more than this plan costs')
        server().advance(2 * DAY_MS)
        await refused(small, short.code, 'has ended')
        const rows = dependencies().db.selectFrom('checkouts').selectAll().where('user_id', '=', user.id)
        expect(await rows.execute()).toEqual([])
        expect(stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions')).toEqual([])
        await user.pay(small)
        await refused(large, ofLarge.code, 'one that is running')
      })

      it('is used once by a user, and as often as it may be in all, also with purchases that are open', async () => {
        const { id, code } = await create({ percent_off: 10, redemptions_max: 2 })
        const [first, second, third] = [await somebody(), await somebody(), await somebody()]
        await first.pay(small, code)
        expect(await second.begin(small, code)).toMatchObject({ status: 200 })
        expect(await third.begin(small, code)).toMatchObject(atCode('as often'))
        // Somebody who goes on without the code leaves it to others.
        expect(await second.begin(small)).toMatchObject({ status: 200 })
        expect(await third.begin(small, code)).toMatchObject({ status: 200 })
        expect(await second.begin(small, code)).toMatchObject(atCode('as often'))
        await third.pay(small, code)
        expect(await listed(id)).toMatchObject({ redeemed: 2, is_active: false })
        const again = await create({ percent_off: 10 })
        const user = await somebody()
        await user.pay(small, again.code)
        const own = dependencies().db.updateTable('subscriptions').where('user_id', '=', user.id)
        await own.set({ status: 'canceled' }).execute()
        expect(await user.check(small, again.code)).toMatchObject(atCode('already used'))
      })

      it('goes to one of two who use the last one at once', async () => {
        const { code } = await create({ percent_off: 10, redemptions_max: 1 })
        const users = [await somebody(), await somebody(), await somebody()]
        const replies = await Promise.all(users.map((user) => user.begin(small, code)))
        expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      })

      it('is counted in a change of plan, and ends with a change to a plan that it is not for', async () => {
        const { code } = await create({ percent_off: 50, duration: 'forever', plan_ids: [small] })
        const all = await create({ percent_off: 50, duration: 'forever' })
        const [one, other] = [await somebody(), await somebody()]
        await one.pay(small, code)
        await other.pay(small, all.code)
        expect(await one.change(large)).toMatchObject({ due_now: '35.00' })
        expect(await other.change(large)).toMatchObject({ due_now: '15.00' })
        expect([(await one.newest())?.discount, (await other.newest())?.discount?.code]).toEqual([null, all.code])
        await one.renew()
        await other.renew()
        expect([(await one.paid()).at(-1), (await other.paid()).at(-1)]).toEqual(['40.00', '20.00'])
        await other.change(small)
        await other.renew()
        expect([(await other.paid()).at(-1), (await other.newest())?.discount?.code]).toEqual(['5.00', all.code])
      })

      it('gives months of a plan that end by themselves, after the days left of a trial', async () => {
        const { id, code } = await create({ kind: 'gift', duration_months: 3, plan_ids: [large], redemptions_max: 2 })
        const user = await somebody()
        const trial = await user.begin(1)
        expect(trial.status).toBe(200)
        const before = await user.newest()
        const offer = await user.check(large, code)
        expect(offer).toMatchObject({ status: 200, body: { kind: 'gift', reduced_price: '0.00', duration_months: 3 } })
        expect(await user.check(small, code)).toMatchObject(atCode('another plan'))
        const started = await user.begin(large, code)
        expect(started.status).toBe(200)
        const { session_id } = started.body as { session_id: string }
        expect(await user.success(session_id)).toMatchObject({ status: 'complete', subscription: { is_granted: true } })
        const now = await user.newest()
        expect(now).toMatchObject({ status: 'active', is_granted: true, plan: { id: large } })
        expect(now?.current_period_end).toBe((offer.body as { ends_at: string }).ends_at)
        expect(Date.parse(now?.current_period_end ?? '')).toBeGreaterThan(
          Date.parse(before?.current_period_end ?? '') + 88 * DAY_MS,
        )
        expect((await user.subscriptions()).filter(({ is_active_now }) => is_active_now)).toHaveLength(1)
        expect(await user.begin(large, code)).toMatchObject(atCode('already used'))
        const { results } = await server().call(listAudit, { token: await admin.token(), query: { kind: 'payments' } })
        const uses = results.filter(({ action, detail }) => action === 'code.redeemed' && detail.code === id)
        expect(uses).toEqual([
          expect.objectContaining({
            ...{ actor: null, actor_kind: 'operator', subject_kind: 'user', subject: String(user.id) },
            detail: { code: id, plan: large, subscription: now?.id, until: now?.current_period_end },
          }),
        ])
        expect(await listed(id)).toMatchObject({ redeemed: 1, is_active: true })
        const payer = await somebody()
        await payer.pay(large)
        expect(await payer.begin(large, code)).toMatchObject(atCode('one that is running'))
        server().advance(120 * DAY_MS)
        await createBillingJob(dependencies()).runOnce()
        expect((await user.newest())?.is_active_now).toBe(false)
        expect(await user.paid()).toEqual([])
      })

      it('is created by admins with consistent terms, listed, ended once and audited', async () => {
        const at = async (field: string, terms: Partial<Input>) => {
          const { status, body } = await tryToCreate(terms)
          expect([status, Object.keys(body as object)], JSON.stringify(terms)).toEqual([400, [field]])
        }
        await at('percent_off', {})
        await at('percent_off', { percent_off: 10, amount_off: '1.00', currency: 'USD' })
        await at('percent_off', { percent_off: 100 })
        await at('currency', { amount_off: '1.00' })
        await at('amount_off', { amount_off: '0.00', currency: 'USD' })
        await at('duration_months', { percent_off: 10, duration: 'repeating' })
        await at('duration_months', { kind: 'gift', plan_ids: [small] })
        await at('plan_ids', { kind: 'gift', duration_months: 1 })
        await at('plan_ids', { percent_off: 10, plan_ids: [1] })
        await at('expires_at', { percent_off: 10, expires_at: '2020-01-01T00:00:00.000Z' })
        const { id, code } = await create({ percent_off: 10 })
        await at('code', { code, percent_off: 20 })
        expect(await listed(id)).toMatchObject({ is_active: true, ended_at: null })
        expect(await end(id)).toMatchObject({ is_active: false })
        const again = { token: await admin.token(), params: { id } }
        expect(await server().reply(endPromotionCode, again)).toMatchObject({ status: 409 })
        expect(await listed(id)).toMatchObject({ is_active: false })
        const { results } = await server().call(listAudit, { token: await admin.token(), query: { page_size: 200 } })
        const deeds = results.filter(({ detail }) => detail.code === id).map(({ action }) => action)
        expect(deeds).toEqual(['code.ended', 'code.created'])
      })

      if (processor === 'stripe') {
        it('is made by its first purchase when Stripe could not be reached, or has it no longer', async () => {
          stripe.intercept = () => ({ status: 500 })
          const { id, code } = await create({ percent_off: 20 })
          stripe.intercept = undefined
          const [one, other] = [await somebody(), await somebody()]
          await one.pay(small, code)
          const [first] = stripe.promotionCodes.keys()
          expect(first).toBeDefined()
          stripe.promotionCodes.clear()
          await other.pay(small, code)
          expect([await one.paid(), await other.paid()]).toEqual([['8.00'], ['8.00']])
          await end(id)
          expect([...stripe.promotionCodes.values()].map(({ active }) => active)).toEqual([false])
        })

        it('is not created where the account has it from elsewhere, and refused when it was ended there', async () => {
          const { id, code } = await create({ percent_off: 20 })
          const theirs = [...stripe.promotionCodes.values()].find((one) => one.code === code)
          if (theirs === undefined) throw new Error('no promotion code was made')
          Object.assign(theirs, { code: 'THEIRS', metadata: {} })
          expect(await tryToCreate({ code: 'theirs', percent_off: 20 })).toMatchObject(atCode('already a code'))
          Object.assign(theirs, { active: false })
          const user = await somebody()
          expect(await user.begin(small, code)).toMatchObject(atCode('has ended'))
          expect((await listed(id))?.redeemed).toBe(0)
          expect(await user.begin(small)).toMatchObject({ status: 200 })
        })
      }
    },
    { env: processor === 'stripe' ? { ...stripe.env, RATE_LIMITS: 'off' } : { RATE_LIMITS: 'off' } },
  )
}

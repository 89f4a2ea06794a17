import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { grantSubscription } from '#contract/endpoints/admin.ts'
import { createPromotionCode } from '#contract/endpoints/admin-billing.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createCodeBuyer } from '#support/stripe/code-buyer.ts'
import { createLongLivedUser, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())
let made = 0

for (const processor of ['stripe', 'sandbox'] as const) {
  describeServerOnEachEngine(
    `a promotion code of a user with another plan, with ${processor}`,
    (server) => {
      const db = () => server().dependencies.db
      let admin: Awaited<ReturnType<typeof createLongLivedUser>>
      const somebody = () => createCodeBuyer(server(), stripe, processor)
      const create = async (terms: Partial<BodyOf<typeof createPromotionCode>>) => {
        made += 1
        const body = { code: `beside-${processor}-${made}`, kind: 'discount' as const, ...terms }
        return (await server().call(createPromotionCode, { token: await admin.token(), body })).code
      }
      beforeAll(async () => {
        stripe.now = () => server().dependencies.now()
        admin = await createLongLivedUser(server())
        await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
      })

      it('gives the months of a gift beside a free plan that was granted for long, which goes on', async () => {
        const [free, paid] = [await makePlan(db(), { price: '0.00' }), await makePlan(db(), { price: '10.00' })]
        const code = await create({ kind: 'gift', duration_months: 1, plan_ids: [paid] })
        const user = await somebody()
        const until = new Date(server().dependencies.now() + 300 * DAY_MS).toISOString()
        const body = { user_id: user.id, plan_id: free, current_period_end: until }
        await server().call(grantSubscription, { token: await admin.token(), body })
        expect((await user.begin(paid, code)).status).toBe(200)
        const standing = await user.subscriptions()
        expect(standing.map(({ plan, is_active_now }) => [plan.id, is_active_now])).toEqual([
          [paid, true],
          [free, true],
        ])
        const [gift, granted] = standing.map(({ current_period_end }) => current_period_end)
        expect(granted).toBe(until)
        expect(Date.parse(gift ?? '')).toBeLessThan(server().dependencies.now() + 32 * DAY_MS)
      })

      it('ends with a change to a plan that it would make cheaper than the smallest charge', async () => {
        const large = await makePlan(db(), { price: '40.00' })
        const code = await create({ amount_off: '5.00', currency: 'USD', duration: 'forever' })
        for (const [price, charged] of [
          ['3.00', '3.00'],
          ['5.49', '5.49'],
          ['5.50', '0.50'],
        ] as const) {
          const user = await somebody()
          await user.pay(large, code)
          await user.change(await makePlan(db(), { price }))
          await user.renew()
          expect(await user.paid()).toEqual(['35.00', charged])
          expect((await user.newest())?.discount?.code).toBe(charged === price ? undefined : code)
        }
      })
    },
    { env: processor === 'stripe' ? { ...stripe.env, RATE_LIMITS: 'off' } : { RATE_LIMITS: 'off' } },
  )
}

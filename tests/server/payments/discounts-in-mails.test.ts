import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { createPromotionCode } from '#contract/endpoints/admin-billing.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createCodeBuyer } from '#support/stripe/code-buyer.ts'
import { mailSettings, runBillingJob, withCalls } from '#support/stripe/mailed-user.ts'
import { createLongLivedUser, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
const post = await startMailServer()
afterAll(async () => {
  await stripe.close()
  await post.close()
})
let made = 0

describeServerOnEachEngine(
  'the mail about a plan that follows',
  (server) => {
    let admin: Awaited<ReturnType<typeof createLongLivedUser>>
    let large: number
    let small: number
    beforeAll(async () => {
      const { db } = server().dependencies
      stripe.now = () => server().dependencies.now()
      admin = await createLongLivedUser(server())
      await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
      large = await makePlan(db, { price: '40.00', title: 'Large' })
      small = await makePlan(db, { price: '10.00', title: 'Small' })
    })

    type Terms = Partial<BodyOf<typeof createPromotionCode>>
    it.each<[string, string, () => Terms]>([
      ['with a discount that goes on', '5.00', () => ({ percent_off: 50, duration: 'forever' })],
      ['with one that lasts longer', '5.00', () => ({ percent_off: 50, duration: 'repeating', duration_months: 3 })],
      [
        'whole where it has ended by then',
        '10.00',
        () => ({ percent_off: 50, duration: 'repeating', duration_months: 1 }),
      ],
      [
        'whole where it is for other plans',
        '10.00',
        () => ({ percent_off: 50, duration: 'forever', plan_ids: [large] }),
      ],
      [
        'whole where too little would be left of it',
        '10.00',
        () => ({ amount_off: '9.60', currency: 'USD', duration: 'forever' }),
      ],
    ])('names the price that is charged then: %s', async (_, price, terms) => {
      made += 1
      const body = { code: `mail-${made}`, kind: 'discount' as const, ...terms() }
      const { code } = await server().call(createPromotionCode, { token: await admin.token(), body })
      const buyer = await createCodeBuyer(server(), stripe, 'stripe')
      await buyer.pay(large, code)
      const user = await withCalls(server(), buyer)
      await user.change(small)
      await runBillingJob(server())
      expect((await user.write('en')).details).toContain(`Price: $${price} a month`)
      await user.renew()
      expect((await user.paid()).at(-1)).toBe(price)
    })
  },
  { env: { ...stripe.env, ...mailSettings(post), RATE_LIMITS: 'off' } },
)

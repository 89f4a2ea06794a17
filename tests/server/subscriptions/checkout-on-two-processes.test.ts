import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCheckout } from '#server/modules/subscriptions/checkout/start-checkout.ts'
import { createPayments } from '#server/modules/subscriptions/create-payments.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createBuyer, findOfferedPlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

describeServerOnEachEngine(
  'two processes of which one saw Stripe fail',
  (server) => {
    beforeAll(() => {
      stripe.now = server().dependencies.now
    })

    it('leave one checkout session that can be paid, although Stripe sees two different requests', async () => {
      const user = await createBuyer(server(), stripe)
      const { id: plan } = await findOfferedPlan(server())
      const deps = [1, 2].map(() => ({ ...server().dependencies, ...createPayments(server().dependencies) }))
      stripe.intercept = () => ({ status: 500 })
      await expect(deps[0]?.payments.readCustomer('cus_any')).rejects.toThrow('500')
      stripe.intercept = undefined
      const caller = { id: user.id, sessionId: '', isAdmin: false, isProvider: false, language: 'en' } as const
      const begun = await Promise.all(deps.map((one) => startCheckout(one, caller, { plan_id: plan })))
      expect(new Set(begun.map(({ checkout_url }) => checkout_url)).size).toBe(1)
      const customers = [...stripe.customers.values()].filter(({ email }) => email === user.email)
      const open = [...stripe.sessions.values()].filter(
        ({ customer, status }) => status === 'open' && customers.some(({ id }) => id === customer),
      )
      expect(open.map(({ url }) => url)).toEqual([begun[0]?.checkout_url])
    })
  },
  { env: stripe.env },
)

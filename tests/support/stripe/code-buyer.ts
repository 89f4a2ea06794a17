import { expect } from 'vitest'
import { changePlan, listInvoices, previewPlanChange } from '#contract/endpoints/billing.ts'
import { answerSandboxCheckout, checkout, checkPromotionCode } from '#contract/endpoints/subscriptions.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { syncUser } from '#server/modules/subscriptions/sync/sync-customer.ts'
import type { TestServer } from '../servers/test-server.ts'
import { createBuyer, createLongLivedUser } from './payments.ts'
import type { StripeServer } from './stripe-server.ts'

/** A new user who buys plans with promotion codes, from one of the two processors. */
export async function createCodeBuyer(server: TestServer, stripe: StripeServer, processor: 'stripe' | 'sandbox') {
  const user = processor === 'stripe' ? await createBuyer(server, stripe) : await createLongLivedUser(server)
  const begin = async (plan_id: number, code?: string) =>
    server.reply(checkout, { token: await user.token(), body: { plan_id, ...(code && { code }) } })
  const newest = async () => (await user.subscriptions())[0]
  return {
    ...user,
    newest,
    begin,
    check: async (plan_id: number, code: string) =>
      server.reply(checkPromotionCode, { token: await user.token(), body: { plan_id, code } }),
    async pay(plan_id: number, code?: string) {
      const { status, body } = await begin(plan_id, code)
      expect(status, JSON.stringify(body)).toBe(200)
      const { session_id: session, checkout_url } = body as { session_id: string; checkout_url: string }
      if (processor === 'stripe') stripe.pay(checkout_url.split('/').at(-1) ?? '')
      else {
        const answer = { params: { session }, body: { outcome: 'pay' as const } }
        await server.call(answerSandboxCheckout, { token: await user.token(), ...answer })
      }
      return user.success(session)
    },
    /** Lets the present period end. */
    async renew() {
      const { current_period_end } = (await newest()) ?? { current_period_end: '' }
      server.advance(Math.max(0, Date.parse(current_period_end) - server.dependencies.now() + 1000))
      if (processor === 'stripe') {
        const customer = [...stripe.customers.values()].find(({ email }) => email === user.email)?.id ?? ''
        stripe.renew(stripe.listUncanceled(customer)[0]?.id ?? '')
        await syncUser(server.dependencies, user.id)
      }
      await createBillingJob(server.dependencies).runOnce()
    },
    paid: async () =>
      (await server.call(listInvoices, { token: await user.token() })).map(({ amount }) => amount).toReversed(),
    async change(plan_id: number) {
      const token = await user.token()
      const body = { subscription_id: (await newest())?.id ?? 0, plan_id }
      const quote = await server.call(previewPlanChange, { token, body })
      const { due_now, quoted_at } = quote
      await server.call(changePlan, { token, body: { ...body, due_now, quoted_at } })
      return quote
    },
  }
}

import { beforeAll, expect, it } from 'vitest'
import { exportAccount } from '#contract/endpoints/accounts.ts'
import { changePlan, listInvoices, openBillingPortal } from '#contract/endpoints/billing.ts'
import {
  answerSandboxCheckout,
  cancelSubscription,
  changeSandboxPortal,
  getSandboxPortal,
  paySandboxInvoices,
  paySandboxNext,
} from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createLongLivedUser, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'

describeServerOnEachEngine('the billing page of the sandbox', (server) => {
  const dependencies = () => server().dependencies
  let small: number
  let large: number
  beforeAll(async () => {
    small = await makePlan(dependencies().db, { price: '10.00', title: 'Small' })
    large = await makePlan(dependencies().db, { price: '30.00', title: 'Large' })
  })

  async function somebody() {
    const user = await createLongLivedUser(server())
    const token = user.token
    return {
      ...user,
      newest: async () => (await user.subscriptions())[0],
      async buyAndPay(plan: number) {
        const { session_id: session } = await user.begin(plan)
        const answer = { params: { session }, body: { outcome: 'pay' as const } }
        await server().call(answerSandboxCheckout, { token: await token(), ...answer })
      },
      portal: async () => server().call(getSandboxPortal, { token: await token() }),
      change: async (body: { card_works?: boolean; tax_ids?: string[] }) =>
        server().reply(changeSandboxPortal, { token: await token(), body }),
      pay: async () => server().reply(paySandboxInvoices, { token: await token() }),
      payNext: async (next_payment_at: string) =>
        server().reply(paySandboxNext, { token: await token(), body: { next_payment_at } }),
      invoices: async () => server().call(listInvoices, { token: await token() }),
    }
  }
  const next = async (user: Awaited<ReturnType<typeof somebody>>) => (await user.portal()).next_payment_at ?? ''

  it('is opened by the button of the processor’s, by buyers only, and shows nobody else’s', async () => {
    const [user, other] = [await somebody(), await somebody()]
    await user.buyAndPay(small)
    const { url } = await server().call(openBillingPortal, { token: await user.token() })
    expect(url).toBe(`${server().address}/sandbox-checkout?payment=open`)
    const end = (await user.newest())?.current_period_end
    expect(await user.portal()).toEqual({ card_works: true, tax_ids: [], next_payment_at: end })
    const foreign = { token: await other.token() }
    for (const reply of [
      await server().reply(getSandboxPortal, foreign),
      await other.change({ card_works: false }),
      await other.payNext(end ?? ''),
      await other.pay(),
    ]) {
      expect(reply.status).toBe(404)
    }
    expect(await user.portal()).toMatchObject({ card_works: true, next_payment_at: end })
  })

  it('lets a payment fail and be made again, with another card', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    expect(await user.pay()).toMatchObject({ status: 404 })
    expect(await user.change({ card_works: false })).toMatchObject({ status: 200, body: { card_works: false } })
    const own = { subscription_id: (await user.newest())?.id ?? 0, plan_id: large }
    expect(await server().reply(changePlan, { token: await user.token(), body: own })).toMatchObject({ status: 402 })
    expect(await user.payNext(await next(user))).toMatchObject({ status: 200 })
    expect(await user.newest()).toMatchObject({ status: 'past_due', is_active_now: true })
    expect((await user.invoices()).map(({ status }) => status)).toEqual(['failed', 'paid'])
    expect(await user.pay()).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
    expect(await user.newest()).toMatchObject({ status: 'past_due' })
    await user.change({ card_works: true })
    expect(await user.pay()).toMatchObject({
      status: 200,
      body: { redirect_url: expect.stringMatching(/\/account$/) },
    })
    expect(await user.newest()).toMatchObject({ status: 'active', grace_until: null })
    expect((await user.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid'])
    server().advance(31 * DAY_MS)
    await createBillingJob(dependencies()).runOnce()
    expect(await user.newest()).toMatchObject({ status: 'active' })
    expect(await user.invoices()).toHaveLength(3)
  })

  it('makes the next payment once, from which the next period is counted, also at the end of a trial', async () => {
    const trial = (await findOfferedPlan(server(), 'free-trial')).id
    for (const hasTrial of [false, true]) {
      const user = await somebody()
      if (hasTrial) await user.begin(trial)
      await user.buyAndPay(small)
      const due = await next(user)
      const both = await Promise.all([user.payNext(due), user.payNext(due)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await user.invoices()).toHaveLength(hasTrial ? 1 : 2)
      const { current_period_end: end = '', status } = (await user.newest()) ?? {}
      expect(status).toBe('active')
      expect(Math.round((Date.parse(end) - dependencies().now()) / DAY_MS)).toBeGreaterThanOrEqual(28)
      expect(await next(user)).toBe(end)
      expect(await user.payNext(due)).toMatchObject({ status: 409 })
    }
  })

  it('tries a failed payment again as often as a processor, then the plan ends', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    await user.change({ card_works: false })
    for (let n = 0; n < 3; n += 1) {
      await user.payNext(await next(user))
      expect(await user.newest()).toMatchObject({ status: 'past_due' })
    }
    await user.payNext(await next(user))
    expect(await user.newest()).toMatchObject({ status: 'canceled', is_active_now: false })
    expect(await user.portal()).toMatchObject({ card_works: null, next_payment_at: null })
  })

  it('has no next payment for a plan that is cancelled', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    const due = await next(user)
    const body = { subscription_id: (await user.newest())?.id ?? 0 }
    await server().call(cancelSubscription, { token: await user.token(), body })
    expect((await user.portal()).next_payment_at).toBeNull()
    expect(await user.payNext(due)).toMatchObject({ status: 409 })
    expect(await user.newest()).toMatchObject({ current_period_end: due, cancel_at_period_end: true })
  })

  it('stores tax ids, which later purchases have too, and which the copy of the account names', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    const ids = ['es b-12.345.678', 'ESB12345678', 'de 111 222 333']
    expect(await user.change({ tax_ids: ids })).toMatchObject({
      status: 200,
      body: { tax_ids: ['ESB12345678', 'DE111222333'], card_works: true },
    })
    const refused = { status: 400, body: { tax_ids: [expect.any(String)] } }
    expect(await user.change({ tax_ids: ['?'] })).toMatchObject(refused)
    expect(await user.change({ tax_ids: Array.from({ length: 6 }, (_, n) => `ES1234${n}`) })).toMatchObject(refused)
    await user.change({ tax_ids: ['DE111222333'] })
    await dependencies().sandbox?.payments.removeCustomer(`cus_sandbox_${user.id}`)
    await createBillingJob(dependencies()).runOnce()
    await dependencies()
      .db.updateTable('subscriptions')
      .set({ status: 'canceled' })
      .where('user_id', '=', user.id)
      .execute()
    await user.buyAndPay(large)
    expect(await user.portal()).toMatchObject({ tax_ids: ['DE111222333'], card_works: true })
    const { body: copy } = await server().reply(exportAccount, { token: await user.token() })
    expect(JSON.stringify(copy)).toContain('DE111222333')
    await user.change({ tax_ids: [] })
    expect((await user.portal()).tax_ids).toEqual([])
  })

  it('has a receipt for each payment, and for a failed one the way to pay it', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    await user.change({ card_works: false })
    await user.payNext(await next(user))
    const [failed, paid] = await user.invoices()
    expect(paid?.receipt_url).toMatch(/\/sandbox-checkout\?payment=in_sandbox_[\w-]+$/)
    expect(failed?.receipt_url).toMatch(/\/sandbox-checkout\?payment=open$/)
    await user.change({ card_works: true })
    await user.pay()
    const receipts = (await user.invoices()).map(({ receipt_url }) => receipt_url)
    expect(new Set(receipts).size).toBe(2)
    expect(receipts[0]).toMatch(/payment=in_sandbox/)
  })
})

import { beforeAll, expect, it } from 'vitest'
import {
  changePlan,
  dropScheduledChange,
  listInvoices,
  previewPlanChange,
  resumeSubscription,
} from '#contract/endpoints/billing.ts'
import { answerSandboxCheckout, cancelSubscription } from '#contract/endpoints/subscriptions.ts'
import { addInterval } from '#server/lib/add-interval.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createLongLivedUser, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'

describeServerOnEachEngine('the sandbox processor', (server) => {
  const dependencies = () => server().dependencies
  let small: number
  let large: number
  let yearly: number
  beforeAll(async () => {
    const { db } = dependencies()
    small = await makePlan(db, { price: '10.00', title: 'Small' })
    large = await makePlan(db, { price: '40.00', title: 'Large' })
    yearly = await makePlan(db, { price: '100.00', title: 'Yearly', interval: 'year' })
  })

  async function somebody() {
    const user = await createLongLivedUser(server())
    const newest = async () => (await user.subscriptions())[0]
    const own = async () => ({ subscription_id: (await newest())?.id ?? 0 })
    return {
      ...user,
      newest,
      buyAndPay: async (plan: number) => {
        const { session_id: session } = await user.begin(plan)
        await server().call(answerSandboxCheckout, {
          token: await user.token(),
          params: { session },
          body: { outcome: 'pay' },
        })
      },
      cancel: async () => server().reply(cancelSubscription, { token: await user.token(), body: await own() }),
      resume: async () => server().reply(resumeSubscription, { token: await user.token(), body: await own() }),
      drop: async () => server().reply(dropScheduledChange, { token: await user.token(), body: await own() }),
      preview: async (plan_id: number) =>
        server().call(previewPlanChange, { token: await user.token(), body: { ...(await own()), plan_id } }),
      change: async (plan_id: number, quote: { quoted_at?: string; due_now?: string } = {}) =>
        server().reply(changePlan, { token: await user.token(), body: { ...(await own()), plan_id, ...quote } }),
      invoices: async () =>
        (await server().call(listInvoices, { token: await user.token() })).map(({ description, amount, status }) => [
          description,
          amount,
          status,
        ]),
      setCard: async (works: boolean) => {
        const row = dependencies().db.selectFrom('sandbox_subscriptions').select('id').where('user_id', '=', user.id)
        await dependencies().sandbox?.setCard((await row.executeTakeFirstOrThrow()).id, works)
      },
    }
  }
  const later = async (days: number) => {
    server().advance(days * DAY_MS)
    await createBillingJob(dependencies()).runOnce()
  }

  it('counts no day more than the period has, when the plan is changed in its first second', async () => {
    const { now } = dependencies()
    server().advance(999 - (now() % 1000))
    const user = await somebody()
    await user.buyAndPay(small)
    const { due_now, lines } = await user.preview(large)
    expect(due_now).toBe('30.00')
    expect(lines.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(30)
  })

  it('keeps a cancelled plan, and begins it again by buying it', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    await user.cancel()
    expect(await user.resume()).toMatchObject({ status: 200, body: { cancel_at_period_end: false } })
    await user.cancel()
    const begun = await user.begin(small)
    expect(await user.success(begun.session_id)).toMatchObject({ subscription: { cancel_at_period_end: false } })
    await later(32)
    expect(await user.newest()).toMatchObject({ status: 'active' })
    await user.cancel()
    await later(32)
    expect(await user.resume()).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('keeps a cancelled trial too', async () => {
    const user = await somebody()
    await user.begin((await findOfferedPlan(server(), 'free-trial')).id)
    await user.cancel()
    expect(await user.resume()).toMatchObject({
      status: 200,
      body: { cancel_at_period_end: false, status: 'trialing' },
    })
    expect(await user.change(large)).toMatchObject({ status: 409, body: { message: expect.stringContaining('buy') } })
  })

  it('counts a change by whole days: what is left of the old plan, and what the new one costs', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    const { current_period_start: start = '', current_period_end: end = '' } = (await user.newest()) ?? {}
    const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS)
    server().advance(10.5 * DAY_MS)
    const left = (days - 10) / days
    const [credit, cost] = [Math.round(1000 * left), Math.round(4000 * left)]
    const shown = await user.preview(large)
    expect(shown).toMatchObject({
      due_now: ((cost - credit) / 100).toFixed(2),
      lines: [{ amount: (-credit / 100).toFixed(2) }, { amount: (cost / 100).toFixed(2) }],
    })
    expect(await user.change(large, shown)).toMatchObject({ status: 200, body: { current_period_end: end } })
    expect(await user.invoices()).toEqual([
      ['Large', shown.due_now, 'paid'],
      ['Small', '10.00', 'paid'],
    ])
    // A year begins now, and the month's days left are counted.
    const year = await user.preview(yearly)
    expect(year.due_now).toBe(((10_000 - cost) / 100).toFixed(2))
    expect((await user.change(yearly, year)).status).toBe(200)
    const now = await user.newest()
    expect(now?.current_period_end).toBe(addInterval(now?.current_period_start ?? '', 'year'))
    await later(367)
    expect((await user.invoices())[0]).toEqual(['Yearly', '100.00', 'paid'])
    expect(await user.subscriptions()).toHaveLength(1)
  })

  it('changes to a smaller plan when the period ends, unless that is taken back', async () => {
    const user = await somebody()
    await user.buyAndPay(large)
    const end = (await user.newest())?.current_period_end
    expect(await user.change(small)).toMatchObject({
      status: 200,
      body: { plan: { id: large }, scheduled: { plan_id: small, starts_at: end } },
    })
    expect(await user.drop()).toMatchObject({ status: 200, body: { scheduled: null } })
    await later(32)
    expect(await user.newest()).toMatchObject({ plan: { id: large } })
    await user.change(small)
    await later(32)
    expect(await user.newest()).toMatchObject({ status: 'active', plan: { id: small }, scheduled: null })
    expect((await user.invoices()).map(([title]) => title)).toEqual(['Small', 'Large', 'Large'])
  })

  it('declines a change with a card that fails, and nothing is changed', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    await user.setCard(false)
    expect(await user.change(large)).toMatchObject({ status: 402, body: { code: 'payment_declined' } })
    expect(await user.newest()).toMatchObject({ plan: { id: small }, status: 'active' })
    expect(await user.invoices()).toEqual([['Small', '10.00', 'paid']])
  })

  it('lists a failed payment, which is paid when the card works again', async () => {
    const user = await somebody()
    await user.buyAndPay(small)
    await user.setCard(false)
    await later(32)
    expect((await user.invoices()).map(([, , status]) => status)).toEqual(['failed', 'paid'])
    await user.setCard(true)
    await later(3)
    expect((await user.invoices()).map(([, , status]) => status)).toEqual(['paid', 'paid'])
  })

  it('keeps the days left of a trial, and counts the paid months from its end', async () => {
    const user = await somebody()
    await user.begin((await findOfferedPlan(server(), 'free-trial')).id)
    const end = (await user.newest())?.current_period_end ?? ''
    server().advance(DAY_MS)
    await user.buyAndPay(small)
    expect(await user.newest()).toMatchObject({ status: 'trialing', plan: { id: small }, current_period_end: end })
    expect(await user.invoices()).toEqual([])
    await later((Date.parse(end) - dependencies().now()) / DAY_MS + 0.1)
    expect(await user.newest()).toMatchObject({
      status: 'active',
      current_period_start: end,
      current_period_end: addInterval(end, 'month'),
    })
    expect(await user.invoices()).toEqual([['Small', '10.00', 'paid']])
  })

  it.each(['trial', 'paid'])('lets two tabs cancel and resume a %s plan at once without a failure', async (kind) => {
    const user = await somebody()
    if (kind === 'paid') await user.buyAndPay(small)
    else await user.begin(1)
    for (let round = 0; round < 10; round += 1) {
      const replies = await Promise.all([user.cancel(), user.resume(), user.cancel(), user.resume()])
      for (const { status } of replies) expect([200, 409]).toContain(status)
    }
    // Whatever came last, the next change succeeds.
    const last = (await user.newest())?.cancel_at_period_end === true ? await user.resume() : await user.cancel()
    expect(last.status).toBe(200)
  })
})

import { afterEach, beforeAll, expect, it } from 'vitest'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import { answerSandboxCheckout, cancelSubscription, getSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import { addInterval } from '#server/lib/add-interval.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { signEvent } from '#server/providers/payments/event-signature.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createLongLivedUser, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'

describeServerOnEachEngine('the sandbox processor', (server) => {
  const dependencies = () => server().dependencies
  const round = () => createBillingJob(dependencies()).runOnce()
  let monthly: number
  beforeAll(async () => {
    monthly = (await findOfferedPlan(server())).id
  })
  // The clock is every user's: what an earlier test bought would be renewed again in each month of the later ones.
  afterEach(() => dependencies().db.deleteFrom('sandbox_subscriptions').execute())

  /** The fields of a purchase that a request may not contain. */
  const smuggled = { plan_id: 3, user_id: 1, status: 'complete', subscription_id: 1, price: '0.00:USD:year' }

  async function somebody() {
    const user = await createLongLivedUser(server())
    const answer = async (session: string, outcome: 'pay' | 'decline' | 'leave') =>
      server().reply(answerSandboxCheckout, {
        token: await user.token(),
        params: { session },
        body: { outcome, ...smuggled },
      })
    const look = async (session: string) =>
      server().reply(getSandboxCheckout, { token: await user.token(), params: { session } })
    const buy = async (plan: number) => {
      const { session_id } = await user.begin(plan)
      await answer(session_id, 'pay')
      return session_id
    }
    const cancel = async () => {
      const [newest] = await user.subscriptions()
      const body = { subscription_id: newest?.id ?? 0 }
      return server().call(cancelSubscription, { token: await user.token(), body })
    }
    const books = () =>
      dependencies().db.selectFrom('sandbox_subscriptions').selectAll().where('user_id', '=', user.id).execute()
    const notices = async (type: string) => {
      const rows = dependencies().db.selectFrom('sandbox_events').select('delivered_at').where('user_id', '=', user.id)
      return (await rows.where('type', '=', type).execute()).length
    }
    /** Advances the clock by that many days, and runs everything that is due. */
    const later = async (days: number) => {
      server().advance(days * DAY_MS)
      await round()
      return (await user.subscriptions())[0]
    }
    return { ...user, purchase: buy, answer, look, cancel, books, notices, later }
  }

  it('shows a checkout on its own page, to its user only, until it is paid', async () => {
    const user = await somebody()
    const plan = await findOfferedPlan(server())
    const { session_id, checkout_url } = await user.begin(plan.id)
    const { address } = server()
    expect(checkout_url).toBe(`${address}/sandbox-checkout?session_id=${session_id}`)
    const open = { session_id, plan, status: 'open', return_url: `${address}/subscriptions?checkout=left` }
    expect(await user.look(session_id)).toMatchObject({ status: 200, body: open })
    const other = await somebody()
    expect((await other.look(session_id)).status).toBe(404)
    expect((await other.answer(session_id, 'pay')).status).toBe(404)

    expect((await user.answer(session_id, 'leave')).body).toEqual({ redirect_url: open.return_url })
    expect((await user.begin(plan.id)).session_id).toBe(session_id)
    const success = `${address}/subscription-success?session_id=${session_id}`
    expect((await user.answer(session_id, 'pay')).body).toEqual({ redirect_url: success })
    // The webhook event arrived on the same path as Stripe's, so that no poll was needed.
    expect(await user.subscriptions()).toMatchObject([{ status: 'active', is_active_now: true, plan }])
    expect((await user.success(session_id)).status).toBe('complete')
    expect((await user.look(session_id)).body).toMatchObject({ status: 'complete', return_url: success })
    expect(await user.answer(session_id, 'decline')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await user.buy(plan.id)).status).toBe(409)
  })

  it('can decline a payment, and the next attempt is a new checkout', async () => {
    const user = await somebody()
    const { session_id } = await user.begin(monthly)
    expect((await user.answer(session_id, 'decline')).status).toBe(200)
    expect(await user.success(session_id)).toEqual({ status: 'failed', subscription: null })
    expect((await user.look(session_id)).body).toMatchObject({ status: 'declined' })
    const again = await user.purchase(monthly)
    expect(again).not.toBe(session_id)
    expect((await user.success(again)).status).toBe('complete')
  })

  it('charges once for twenty simultaneous clicks on Pay, and expires a checkout after a day', async () => {
    const user = await somebody()
    const { session_id } = await user.begin(monthly)
    const replies = await Promise.all(Array.from({ length: 20 }, () => user.answer(session_id, 'pay')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await user.books()).toHaveLength(1)
    const late = await somebody()
    const begun = await late.begin(monthly)
    server().advance(DAY_MS)
    expect((await late.look(begun.session_id)).body).toMatchObject({ status: 'expired' })
    expect((await late.answer(begun.session_id, 'pay')).status).toBe(409)
    expect((await late.success(begun.session_id)).status).toBe('failed')
  })

  it('renews monthly for thirteen months on the same day, and resets the limits', async () => {
    const user = await somebody()
    await user.purchase(monthly)
    const [first] = await user.subscriptions()
    const start = first?.current_period_start ?? ''
    // The months from the fourth to the twelfth are renewed late, in one round with the thirteenth.
    for (const month of [1, 2, 3, 13]) {
      const end = addInterval(start, 'month', month)
      server().advance(Date.parse(end) - dependencies().now() + 1000)
      expect((await user.subscriptions())[0]?.is_active_now).toBe(false)
      await round()
      const [now] = await user.subscriptions()
      const period = { current_period_start: end, current_period_end: addInterval(start, 'month', month + 1) }
      expect(now).toMatchObject({ id: first?.id, status: 'active', is_active_now: true, ...period })
      const usage = await server().call(getUsageLimits, { token: await user.token() })
      expect(usage).toMatchObject({ period_start: end, resets_at: period.current_period_end })
    }
    expect(await user.notices('invoice.paid')).toBe(14)
    expect(await user.subscriptions()).toHaveLength(1)
  })

  it('catches up with a year in one tick of the clock, for weeks, two weeks and years too', async () => {
    const users = []
    for (const interval of ['week', 'two_weeks', 'month', 'year'] as const) {
      const user = await somebody()
      await user.purchase(await makePlan(dependencies().db, { interval }))
      users.push({ user, interval })
    }
    server().advance(400 * DAY_MS)
    await round()
    const paid = { week: 58, two_weeks: 29, month: 14, year: 2 }
    for (const { user, interval } of users) {
      expect((await user.subscriptions())[0]).toMatchObject({ status: 'active', is_active_now: true })
      expect(await user.notices('invoice.paid'), interval).toBe(paid[interval])
    }
    // Events of one user share reads: not one for each of the 116 of the weekly plan.
    const customers = dependencies().db.selectFrom('payment_customers').select('asked')
    const weekly = await customers.where('user_id', '=', users[0]?.user.id ?? 0).executeTakeFirst()
    expect(weekly?.asked).toBeLessThan(30)
    const waiting = dependencies().db.selectFrom('sandbox_events').select('seq').where('delivered_at', 'is', null)
    expect(await waiting.execute()).toEqual([])
  })

  it('has cards that fail: access lasts for the grace period, three retries follow, and then it ends or recovers', async () => {
    const [lost, healed] = [await somebody(), await somebody()]
    const { sandbox } = dependencies()
    for (const user of [lost, healed]) {
      await user.purchase(monthly)
      await sandbox?.setCard((await user.books())[0]?.id ?? '', false)
    }
    // An hour after the renewal: in a short month, 32 days would reach the first retry too.
    const due = Date.parse((await lost.subscriptions())[0]?.current_period_end ?? '')
    server().advance(due - dependencies().now() + DAY_MS / 24)
    await round()
    for (const user of [lost, healed]) {
      const [standing] = await user.subscriptions()
      expect(standing).toMatchObject({ status: 'past_due', is_active_now: true })
      // The grace period begins when the payment was due, not when it was noticed.
      expect(Date.parse(standing?.grace_until ?? '')).toBe(
        Date.parse(standing?.current_period_start ?? '') + 14 * DAY_MS,
      )
    }
    await sandbox?.setCard((await healed.books())[0]?.id ?? '', true)
    await lost.later(3)
    expect((await healed.subscriptions())[0]).toMatchObject({ status: 'active', is_active_now: true })
    expect((await lost.subscriptions())[0]?.status).toBe('past_due')
    await lost.later(5)
    expect((await lost.later(8))?.status).toBe('canceled')
    expect(await lost.notices('invoice.payment_failed')).toBe(4)
    expect((await lost.buy(monthly)).status).toBe(200)
  })

  it('ends a cancelled subscription with its period, and a trial with its own', async () => {
    const [user, trying] = [await somebody(), await somebody()]
    await trying.begin((await findOfferedPlan(server(), 'free-trial')).id)
    await user.purchase(monthly)
    expect(await user.cancel()).toMatchObject({ cancel_at_period_end: true, is_active_now: true })
    expect(await trying.cancel()).toMatchObject({ cancel_at_period_end: true, is_active_now: true })
    expect(await user.later(15)).toMatchObject({ status: 'active', is_active_now: true })
    expect((await trying.subscriptions())[0]).toMatchObject({ status: 'canceled', is_active_now: false })
    expect(await user.later(17)).toMatchObject({ status: 'canceled', is_active_now: false })
    expect(await user.notices('customer.subscription.deleted')).toBe(1)
    expect((await trying.buy((await findOfferedPlan(server(), 'free-trial')).id)).body).toMatchObject({
      code: 'trial_used',
    })
  })

  it('rejects calls without its secret, and is deleted with the user', async () => {
    const user = await somebody()
    await user.purchase(monthly)
    const event = { id: 'evt', type: 'x', data: { object: { customer: `cus_sandbox_${user.id}` } } }
    const body = JSON.stringify(event)
    const headers = { 'Stripe-Signature': signEvent(body, 'guessed', dependencies().now()) }
    const path = '/api/v1/accounts/subscriptions/webhook/'
    expect((await server().send(path, { method: 'POST', body, headers })).status).toBe(400)
    await server().call(deleteAccount, { token: await user.token(), body: { password: user.password } })
    expect(await user.books()).toEqual([])
  })
})

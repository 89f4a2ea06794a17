import { expect, it } from 'vitest'
import { deleteAccount, getProfile, register } from '#contract/endpoints/accounts.ts'
import { checkout, checkoutSuccess, listPlans, subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { forgetPastTrials, hadTrialBefore } from '#server/modules/subscriptions/past-trials.repository.ts'
import { isEntitled } from '#server/modules/subscriptions/use-cases/entitlement.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine('the free trial', (server) => {
  const trialPlan = async () => {
    const plan = (await server().call(listPlans, {})).find((found) => found.price === '0.00')
    if (plan === undefined) throw new Error('no free plan is offered')
    return plan
  }
  const entitled = (id: number) =>
    isEntitled(server().dependencies.db, { id, isAdmin: false }, server().dependencies.now())

  it('starts at once, without a card, for one interval', async () => {
    const user = await server().registerUser()
    const plan = await trialPlan()
    expect(await entitled(user.id)).toBe(false)
    const started = await server().call(checkout, { token: user.access, body: { plan_id: plan.id } })
    const url = new URL(started.checkout_url)
    expect(url.pathname + url.search).toBe(`/subscription-success?session_id=${started.session_id}`)
    expect(await entitled(user.id)).toBe(true)

    const token = user.access
    const done = await server().call(checkoutSuccess, { token, query: { session_id: started.session_id } })
    expect(done).toMatchObject({ status: 'complete', subscription: { status: 'trialing', is_active_now: true, plan } })
    const { subscriptions } = await server().call(subscriptionDetails, { token })
    expect(subscriptions).toEqual([done.subscription])
    expect((await server().call(getProfile, { token })).subscriptions).toEqual(subscriptions)
    const { current_period_start, current_period_end } = subscriptions[0] ?? {}
    expect(Date.parse(current_period_end ?? '') - Date.parse(current_period_start ?? '')).toBe(14 * DAY_MS)
  })

  it('is available once per account, even with five simultaneous clicks', async () => {
    const user = await server().registerUser()
    const body = { plan_id: (await trialPlan()).id }
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => server().reply(checkout, { token: user.access, body })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409])
    for (const reply of replies.filter(({ status }) => status === 409)) {
      expect(reply.body).toMatchObject({ code: 'trial_used' })
    }
    const { subscriptions } = await server().call(subscriptionDetails, { token: user.access })
    expect(subscriptions).toHaveLength(1)
  })

  it('rejects a plan id outside the range of the database as a field error', async () => {
    const { access: token } = await server().registerUser()
    for (const plan_id of [1e300, 2 ** 53, 0.5, 0]) {
      const reply = await server().reply(checkout, { token, body: { plan_id } })
      expect(reply, String(plan_id)).toMatchObject({ status: 400, body: { plan_id: ['Invalid value'] } })
    }
  })

  it('ends with its interval and cannot be repeated', async () => {
    const user = await server().registerSubscriber()
    const { db, now } = server().dependencies
    const later = now() + 14 * DAY_MS + 1000
    expect(await isEntitled(db, { id: user.id, isAdmin: false }, later)).toBe(false)
    expect(await isEntitled(db, { id: user.id, isAdmin: true }, later)).toBe(true)
    await db
      .updateTable('subscriptions')
      .set({ current_period_end: new Date(now() - 1).toISOString() })
      .where('user_id', '=', user.id)
      .execute()
    const { subscriptions } = await server().call(subscriptionDetails, { token: user.access })
    expect(subscriptions[0]).toMatchObject({ status: 'trialing', is_active_now: false })
    const reply = await server().reply(checkout, { token: user.access, body: { plan_id: (await trialPlan()).id } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'trial_used' } })
  })

  it('is not used up beside an active subscription', async () => {
    const user = await server().registerUser()
    const { db } = server().dependencies
    await server().call(checkout, { token: user.access, body: { plan_id: (await trialPlan()).id } })
    await db.updateTable('subscriptions').set({ is_trial: 0 }).where('user_id', '=', user.id).execute()
    const reply = await server().reply(checkout, { token: user.access, body: { plan_id: (await trialPlan()).id } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('is one for an address, also with a new account, for 13 months', async () => {
    const body = { plan_id: (await trialPlan()).id }
    const address = `trial-${crypto.randomUUID()}@example.org`
    const { db, config } = server().dependencies
    const join = async (email: string) => {
      const password = 'a quiet evening'
      const { access } = await server().call(register, {
        body: { email, password, first_name: 'Ada', last_name: 'Byron' },
      })
      const leave = () => server().call(deleteAccount, { token: access, body: { password } })
      return { begin: () => server().reply(checkout, { token: access, body }), leave }
    }
    const first = await join(address)
    expect((await first.begin()).status).toBe(200)
    await first.leave()
    const stored = JSON.stringify(await db.selectFrom('past_trials').selectAll().execute())
    expect(stored).not.toContain(address)
    for (const email of [address, address.replace('@', '+again@')]) {
      const again = await join(email)
      expect(await again.begin()).toMatchObject({ status: 409, body: { code: 'trial_used' } })
      await again.leave()
    }
    const now = server().dependencies.now()
    const owner = { email: address, now: now + 370 * DAY_MS }
    expect(await hadTrialBefore(db, config, owner)).toBe(true)
    await forgetPastTrials(db, now + 390 * DAY_MS)
    expect(await hadTrialBefore(db, config, owner)).toBe(true)
    await forgetPastTrials(db, now + 400 * DAY_MS)
    expect(await hadTrialBefore(db, config, owner)).toBe(false)
  })

  it('cannot be read by another user', async () => {
    const [owner, other] = await Promise.all([server().registerUser(), server().registerUser()])
    const { session_id } = await server().call(checkout, {
      token: owner.access,
      body: { plan_id: (await trialPlan()).id },
    })
    const reply = await server().reply(checkoutSuccess, { token: other.access, query: { session_id } })
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describeServerOnEachEngine('the plan list', (server) => {
  it('is public, cheapest first', async () => {
    const plans = await server().call(listPlans, {})
    expect(plans.map((plan) => plan.price)).toEqual(['0.00', '9.99', '99.00'])
  })

  it('has no plan that is disabled, archived or of another product, and none of them can be bought', async () => {
    const { db } = server().dependencies
    const user = await server().registerUser()
    const before = await server().call(listPlans, {})
    const { id: _id, ...model } = await db.selectFrom('plans').selectAll().limit(1).executeTakeFirstOrThrow()
    for (const change of [{ is_enabled: 0 }, { is_archived: 1 }, { product: 'another_app' }] as const) {
      const { id } = await db
        .insertInto('plans')
        .values({ ...model, ...change, price: '0.00' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const reply = await server().reply(checkout, { token: user.access, body: { plan_id: id } })
      expect(reply).toMatchObject({ status: 409, body: { code: 'plan_unavailable' } })
    }
    expect(await server().call(listPlans, {})).toEqual(before)
    const missing = await server().reply(checkout, { token: user.access, body: { plan_id: 999_999 } })
    expect(missing.body).toEqual({ message: 'This plan cannot be bought', code: 'plan_unavailable' })
  })

  it('grants no entitlement by a plan of another product', async () => {
    const { db, now } = server().dependencies
    const user = await server().registerSubscriber()
    const foreign = await db
      .selectFrom('plans')
      .select('id')
      .where('product', '=', 'another_app')
      .executeTakeFirstOrThrow()
    await db.updateTable('subscriptions').set({ plan_id: foreign.id }).where('user_id', '=', user.id).execute()
    expect(await isEntitled(db, { id: user.id, isAdmin: false }, now())).toBe(false)
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createPlan, deletePlan, grantSubscription, listAudit, updatePlan } from '#contract/endpoints/admin.ts'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { getUsageLimits } from '#contract/endpoints/companion.ts'
import { checkout, checkoutSuccess, listPlans, subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { findEntitlement, isEntitled } from '#server/modules/subscriptions/use-cases/entitlement.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'

describeServerOnEachEngine('a subscription that an admin grants', (server) => {
  let admin: InsertedUser
  let plan: AdminPlan
  beforeAll(async () => {
    admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    const body = {
      name: 'gift',
      title: 'A gift',
      description: 'For people whom we like.',
      price: '5.00',
      currency: 'USD',
      interval: 'week',
      features: ['all'],
      is_enabled: false,
      tokens_limit: 77,
      searches_limit: 7,
    } as const
    plan = await server().call(createPlan, { token: admin.token, body: { ...body, features: [...body.features] } })
  })
  const db = () => server().dependencies.db
  const in_ = (days: number) => new Date(server().dependencies.now() + days * DAY_MS).toISOString()
  const give = (user_id: number, more: object = {}) =>
    server().reply(grantSubscription, { token: admin.token, body: { user_id, plan_id: plan.id, ...more } as never })
  const entitled = (id: number) => isEntitled(db(), { id, isAdmin: false }, server().dependencies.now())
  const without = async () => {
    const user = await insertSignedInUser(server().dependencies)
    await db().deleteFrom('subscriptions').where('user_id', '=', user.id).execute()
    return user
  }
  const details = async ({ token }: InsertedUser) => (await server().call(subscriptionDetails, { token })).subscriptions

  it('starts at once for one interval of the plan, also of a disabled plan, and is not renewed', async () => {
    const user = await without()
    expect(await entitled(user.id)).toBe(false)
    const reply = await give(user.id, {
      source: 'stripe',
      status: 'trialing',
      is_trial: 1,
      cancel_at_period_end: false,
    })
    expect(reply.status).toBe(201)
    const [given, ...others] = await details(user)
    expect([given, others]).toEqual([reply.body, []])
    expect(given).toMatchObject({
      status: 'active',
      is_active_now: true,
      cancel_at_period_end: true,
      plan: { id: plan.id },
    })
    const length = Date.parse(given?.current_period_end ?? '') - Date.parse(given?.current_period_start ?? '')
    expect(length).toBe(7 * DAY_MS)
    expect(
      await db()
        .selectFrom('subscriptions')
        .select(['source', 'is_trial'])
        .where('id', '=', given?.id ?? 0)
        .execute(),
    ).toEqual([{ source: 'grant', is_trial: 0 }])
    expect(await entitled(user.id)).toBe(true)
    const limits = await server().call(getUsageLimits, { token: user.token })
    expect(limits.tokens.limit).toBe(77)
    const body = { id: randomUUID(), chat: randomUUID(), content: 'Hello' }
    expect((await server().reply(sendMessage, { token: user.token, body })).status).toBe(404)
    const [line] = (await server().call(listAudit, { token: admin.token, query: { user_id: user.id } })).results
    expect(line).toMatchObject({
      action: 'subscription.granted',
      actor: admin.id,
      subject: String(user.id),
      detail: { plan: plan.id, subscription: given?.id, until: given?.current_period_end },
    })
  })

  it('ends at the chosen time, which must be in the future and within limits', async () => {
    const user = await without()
    const until = in_(45)
    const local = until.replace('Z', '+00:00')
    expect((await give(user.id, { current_period_end: local })).body).toMatchObject({ current_period_end: until })
    const wrong = async (current_period_end: string, language = 'en') => {
      const body = { user_id: user.id, plan_id: plan.id, current_period_end }
      const headers = { 'Accept-Language': language }
      return (await server().reply(grantSubscription, { token: admin.token, body, headers })).body
    }
    expect(await wrong(in_(-1))).toEqual({ current_period_end: ['Choose a time that is still to come'] })
    expect(await wrong(in_(-1), 'es')).toEqual({ current_period_end: ['Elige un momento que aún no haya pasado'] })
    expect(await wrong('9999-12-31T23:59:59-12:00')).toEqual({ current_period_end: ['This is too far away'] })
    expect(await wrong('soon')).toEqual({ current_period_end: ['Invalid value'] })
    expect(await details(user)).toHaveLength(1)
  })

  it('resets the usage limits in each interval when it spans several', async () => {
    const user = await without()
    expect((await give(user.id, { current_period_end: in_(10) })).status).toBe(201)
    const start = Date.parse((await details(user))[0]?.current_period_start ?? '')
    const period = async (days: number) => {
      const time = start + days * DAY_MS
      const { start: from, end } = (await findEntitlement(db(), user.id, time)) ?? { start: '', end: '' }
      return [from, end].map((at) => Math.round(((Date.parse(at) - start) / DAY_MS) * 10) / 10)
    }
    expect(await period(0)).toEqual([0, 7])
    expect(await period(6.9)).toEqual([0, 7])
    expect(await period(7)).toEqual([7, 10])
    expect(await findEntitlement(db(), user.id, start + 10.1 * DAY_MS)).toBeUndefined()
  })

  it('replaces an earlier grant, so that five clicks create one', async () => {
    const user = await without()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => give(user.id)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const active = (await details(user)).filter(({ is_active_now }) => is_active_now)
    expect(active).toHaveLength(1)
  })

  it('is refused beside a paid subscription, and allowed beside a trial or after the end', async () => {
    const user = await insertSignedInUser(server().dependencies)
    expect((await give(user.id)).status).toBe(201)
    const paid = { source: 'sandbox', source_id: randomUUID(), status: 'active', is_trial: 0 } as const
    await db()
      .updateTable('subscriptions')
      .set(paid)
      .where('user_id', '=', user.id)
      .where('source', '=', 'trial')
      .execute()
    expect(await give(user.id)).toMatchObject({
      status: 409,
      body: { message: 'This person pays for a subscription that is running. It has to end first' },
    })
    // A failed payment may be retried, also after the end of its period.
    const late = { status: 'past_due', current_period_end: in_(-1) } as const
    await db().updateTable('subscriptions').set(late).where('user_id', '=', user.id).execute()
    expect((await give(user.id)).status).toBe(409)
    await db().updateTable('subscriptions').set({ status: 'canceled' }).where('user_id', '=', user.id).execute()
    expect((await give(user.id)).status).toBe(201)
  })

  it('cancels an open checkout, so that the user does not pay beside it', async () => {
    const user = await without()
    const [paid] = (await server().call(listPlans, {})).filter(({ price }) => price !== '0.00')
    const { session_id } = await server().call(checkout, { token: user.token, body: { plan_id: paid?.id ?? 0 } })
    expect((await give(user.id)).status).toBe(201)
    const query = { session_id }
    expect(await server().call(checkoutSuccess, { token: user.token, query })).toMatchObject({ status: 'failed' })
    const sessions = db().selectFrom('sandbox_sessions').select('status').where('user_id', '=', user.id)
    expect(await sessions.execute()).toEqual([{ status: 'expired' }])
  })

  it('keeps its terms when the plan changes later', async () => {
    const user = await without()
    await give(user.id)
    const changed = { ...plan, price: '6.00', tokens_limit: 1 }
    plan = await server().call(updatePlan, { token: admin.token, params: { id: plan.id }, body: changed })
    expect((await details(user))[0]?.plan).toMatchObject({ price: '5.00', tokens_limit: 77 })
    const next = await without()
    expect((await give(next.id)).body).toMatchObject({ plan: { price: '6.00', tokens_limit: 1 } })
  })

  it('is refused for an archived plan, a plan of another product and an unknown user', async () => {
    const user = await without()
    const refused = { status: 400, body: { plan_id: ['This plan cannot be given'] } }
    expect(await give(user.id, { plan_id: 999_999 })).toMatchObject(refused)
    const { id: _id, ...model } = await db().selectFrom('plans').selectAll().limit(1).executeTakeFirstOrThrow()
    const foreign = { ...model, product: 'another_app' }
    const { id } = await db().insertInto('plans').values(foreign).returning('id').executeTakeFirstOrThrow()
    expect(await give(user.id, { plan_id: id })).toMatchObject(refused)
    expect((await give(987_654)).status).toBe(404)
    await server().call(deletePlan, { token: admin.token, params: { id: plan.id } })
    expect(await give(user.id)).toMatchObject(refused)
    expect(await details(user)).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { grantSubscription, listUsers, updateUser } from '#contract/endpoints/admin.ts'
import type { SubscriptionStatus } from '#contract/objects/plan.ts'
import { type SubscriptionState, subscriptionStates, userOrderings } from '#contract/objects/user-list.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'

const MONTHLY = 2
const YEARLY = 3

interface Given {
  plan?: number
  status?: SubscriptionStatus
  days?: number
  isEnding?: boolean
  bought?: number
}

describeServerOnEachEngine('the ordered and filtered list of users', (server) => {
  /** A word of the addresses of these users alone. */
  let key: string
  let admin: InsertedUser
  /** The ids of the users, by what they have. */
  const made: Record<string, number> = {}
  const db = () => server().dependencies.db
  let begun = 0
  const at = (days: number) => new Date(begun + days * DAY_MS).toISOString()

  async function insertWith(name: string, subscriptions: Given[] = [], seen: number | null = null): Promise<void> {
    const email = `${name.toLowerCase().replace('á', 'a')}.${key}@example.org`
    const id = await insertTestUser(db(), email)
    made[name] = id
    const body = { first_name: name, last_name: '' }
    await server().call(updateUser, { token: admin.token, params: { id }, body })
    for (const { plan = MONTHLY, status = 'active', days = 20, isEnding = false, bought = -10 } of subscriptions) {
      const period = { current_period_start: at(bought), current_period_end: at(days) }
      const times = { ...period, created_at: at(bought), updated_at: at(bought) }
      const source = { source: 'sandbox', source_id: randomUUID(), is_trial: 0 } as const
      const values = { user_id: id, plan_id: plan, status, cancel_at_period_end: isEnding ? 1 : 0, ...source, ...times }
      await db()
        .insertInto('subscriptions')
        .values(values as never)
        .execute()
    }
    if (seen === null) return
    const used = { rotated_at: at(seen), previous_rotated_at: null, created_at: at(-30), last_used_at: at(seen) }
    const session = { id: randomUUID(), user_id: id, device: 'Firefox', generation: 1, expires_at: at(30) }
    await db()
      .insertInto('sessions')
      .values({ ...session, ...used, revoked_at: null })
      .execute()
  }

  beforeAll(async () => {
    begun = server().dependencies.now()
    key = `l${randomUUID().slice(0, 8)}`
    admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    await insertWith(
      'Álvaro',
      [
        { status: 'past_due', days: 5 },
        { status: 'trialing', plan: 1, days: 3, bought: -1 },
      ],
      -3,
    )
    await insertWith('Bea', [{ plan: YEARLY }, { status: 'canceled', bought: -1 }], -1)
    await insertWith('Carl', [{ isEnding: true }])
    await insertWith('Dina', [{ status: 'trialing', plan: 1 }], -2)
    await insertWith('Edu', [
      { status: 'canceled', days: -5 },
      { plan: YEARLY, days: -200, bought: -500 },
    ])
    await insertWith('Fay')
    await insertWith('Gus', [{ status: 'unpaid', days: -1 }])
  })
  const list = (query: object) =>
    server().call(listUsers, { token: admin.token, query: { search: key, page_size: 200, ...query } })
  const names = async (query: object) => (await list(query)).results.map(({ first_name }) => first_name)

  it('says of each user what they have, from which subscription, and when they were last seen', async () => {
    const { results } = await list({ ordering: 'name' })
    expect(results.map(({ first_name, state }) => [first_name, state])).toEqual([
      ['Álvaro', 'payment_failed'],
      ['Bea', 'active'],
      ['Carl', 'ending'],
      ['Dina', 'trial'],
      ['Edu', 'cancelled'],
      ['Fay', 'none'],
      ['Gus', 'payment_failed'],
    ])
    const plans = results.map(
      ({ subscriptions, current_subscription_id }) =>
        subscriptions.find(({ id }) => id === current_subscription_id)?.plan.name,
    )
    expect(plans).toEqual(['monthly', 'yearly', 'monthly', 'free-trial', 'monthly', undefined, 'monthly'])
    expect(results.map(({ last_seen_at }) => last_seen_at)).toEqual([at(-3), at(-1), null, at(-2), null, null, null])
  })

  it.each([
    ['name', 'Álvaro Bea Carl Dina Edu Fay Gus'],
    ['-name', 'Gus Fay Edu Dina Carl Bea Álvaro'],
    ['created_at', 'Álvaro Bea Carl Dina Edu Fay Gus'],
    ['-created_at', 'Gus Fay Edu Dina Carl Bea Álvaro'],
    // Users without a value are last, whichever way the others are sorted.
    ['plan', 'Gus Edu Carl Álvaro Dina Bea Fay'],
    ['-plan', 'Bea Dina Gus Edu Carl Álvaro Fay'],
    ['last_seen_at', 'Álvaro Dina Bea Gus Fay Edu Carl'],
    ['-last_seen_at', 'Bea Dina Álvaro Gus Fay Edu Carl'],
    ['state', 'Gus Álvaro Carl Dina Bea Edu Fay'],
    ['-state', 'Fay Edu Bea Dina Carl Gus Álvaro'],
  ])('is sorted by %s on the server, over all pages', async (ordering, expected) => {
    expect((await names({ ordering })).join(' ')).toBe(expected)
    const pages = await Promise.all([1, 2, 3].map((page) => names({ ordering, page, page_size: 3 })))
    expect(pages.flat().join(' ')).toBe(expected)
  })

  it('is newest first without an ordering, and refuses an unknown one', async () => {
    expect(await names({})).toEqual(await names({ ordering: '-created_at' }))
    for (const query of [{ ordering: 'password_hash' }, { ordering: '--name' }, { state: 'rich' }, { plan: 'x' }]) {
      expect((await server().reply(listUsers, { token: admin.token, query: query as never })).status).toBe(400)
    }
  })

  it('contains the users of one state, and counts them', async () => {
    const expected: Record<SubscriptionState, string[]> = {
      active: ['Bea'],
      ending: ['Carl'],
      trial: ['Dina'],
      payment_failed: ['Gus', 'Álvaro'],
      cancelled: ['Edu'],
      none: ['Fay'],
    }
    for (const state of subscriptionStates) {
      const { count, results } = await list({ state })
      expect([state, ...results.map(({ first_name }) => first_name)]).toEqual([state, ...expected[state]])
      expect(count).toBe(expected[state].length)
    }
  })

  it('contains the users whose current subscription is to a plan, with the other filters', async () => {
    expect(await names({ plan: YEARLY })).toEqual(['Bea'])
    expect(await names({ plan: MONTHLY, ordering: 'name' })).toEqual(['Álvaro', 'Carl', 'Edu', 'Gus'])
    expect(await names({ plan: MONTHLY, state: 'payment_failed' })).toEqual(['Gus', 'Álvaro'])
    expect(await names({ plan: MONTHLY, flag: 'is_vip' })).toEqual([])
    expect((await list({ plan: MONTHLY, state: 'ending', page_size: 1 })).next).toBeNull()
    const { next } = await list({ plan: MONTHLY, ordering: '-name', page_size: 1 })
    expect(new URL(next ?? '').searchParams.toString()).toBe(`search=${key}&plan=2&ordering=-name&page_size=1&page=2`)
  })

  it('follows a changed name and a granted plan', async () => {
    const id = made.Fay ?? 0
    const rename = (first_name: string) =>
      server().call(updateUser, { token: admin.token, params: { id }, body: { first_name } })
    await rename('ábaco')
    expect((await names({ ordering: 'name' }))[0]).toBe('ábaco')
    await rename('')
    // A user without a name is sorted by the address, fay.….
    expect((await names({ ordering: 'name' })).slice(-2)).toEqual(['', 'Gus'])
    await rename('Fay')
    await server().call(grantSubscription, { token: admin.token, body: { user_id: id, plan_id: YEARLY } })
    expect(await names({ plan: YEARLY, state: 'ending' })).toEqual(['Fay'])
  })

  it('is exported as CSV with the users of one flag alone', async () => {
    const { db } = server().dependencies
    const id = made.Gus ?? 0
    await db.updateTable('users').set({ receive_newsletters: 1 }).where('id', '=', id).execute()
    const query = new URLSearchParams({ search: key, flag: 'receive_newsletters' })
    const response = await fetch(`${server().address}/api/v1/accounts/admin/users.csv?${query}`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    })
    const [, ...lines] = (await response.text()).trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual([String(id)])
  })

  it('is exported as CSV with the same search, filters and order', async () => {
    for (const ordering of userOrderings) {
      const query = new URLSearchParams({ search: key, state: 'payment_failed', ordering })
      const response = await fetch(`${server().address}/api/v1/accounts/admin/users.csv?${query}`, {
        headers: { Authorization: `Bearer ${admin.token}` },
      })
      const [head = '', ...lines] = (await response.text()).trim().split('\r\n')
      const cell = (line: string, name: string) => line.split(',')[head.split(',').indexOf(name)]
      expect(lines.map((line) => cell(line, 'first_name'))).toEqual(await names({ state: 'payment_failed', ordering }))
      expect(new Set(lines.map((line) => `${cell(line, 'plan')} ${cell(line, 'state')}`))).toEqual(
        new Set(['Monthly payment_failed']),
      )
    }
  })
})

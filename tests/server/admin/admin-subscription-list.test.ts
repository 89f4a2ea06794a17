import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { grantSubscription, updateUser } from '#contract/endpoints/admin.ts'
import { exportSubscriptions, listAllSubscriptions } from '#contract/endpoints/admin-billing.ts'
import type { SubscriptionStatus } from '#contract/objects/plan.ts'
import { type ListedState, listedStates, subscriptionOrderings } from '#contract/objects/subscription-list.ts'
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
  bought: number
  grace?: number
}

describeServerOnEachEngine('the list of the subscriptions of all people', (server) => {
  /** A word of the addresses of these users alone. */
  let key: string
  let admin: InsertedUser
  const made: Record<string, number> = {}
  const db = () => server().dependencies.db
  let begun = 0
  const at = (days: number) => new Date(begun + days * DAY_MS).toISOString()

  async function insertWith(name: string, subscriptions: Given[]): Promise<void> {
    const id = await insertTestUser(db(), `${name.toLowerCase().replace('á', 'a')}.${key}@example.org`)
    made[name] = id
    const body = { first_name: name, last_name: '' }
    await server().call(updateUser, { token: admin.token, params: { id }, body })
    for (const { plan = MONTHLY, status = 'active', days = 20, isEnding = false, bought, grace } of subscriptions) {
      const period = { current_period_start: at(bought), current_period_end: at(days) }
      const times = { ...period, created_at: at(bought), updated_at: at(bought) }
      const source = { source: 'sandbox', source_id: randomUUID(), is_trial: 0, terms_id: null } as const
      const ends = {
        cancel_at_period_end: isEnding ? 1 : 0,
        grace_until: grace === undefined ? null : at(grace),
      } as const
      await db()
        .insertInto('subscriptions')
        .values({ user_id: id, plan_id: plan, status, ...ends, ...source, ...times })
        .execute()
    }
  }

  beforeAll(async () => {
    begun = server().dependencies.now()
    key = `s${randomUUID().slice(0, 8)}`
    admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    await insertWith('Álvaro', [{ status: 'past_due', days: 25, bought: -40, grace: 9 }])
    await insertWith('Bea', [
      { plan: YEARLY, days: 300, bought: -65 },
      { status: 'canceled', days: -70, bought: -100 },
    ])
    await insertWith('Carl', [{ isEnding: true, days: 12, bought: -18 }])
    await insertWith('Dina', [{ status: 'trialing', plan: 1, days: 3, bought: -4 }])
    await insertWith('Edu', [{ plan: YEARLY, days: -200, bought: -565 }])
    await insertWith('Gus', [{ status: 'unpaid', days: 2, bought: -90 }])
  })
  const list = (query: object) =>
    server().call(listAllSubscriptions, { token: admin.token, query: { search: key, page_size: 200, ...query } })
  const names = async (query: object) => (await list(query)).results.map(({ user }) => user.first_name)

  it('says of each its user, state, plan, beginning and next date', async () => {
    const { count, results } = await list({ ordering: 'name' })
    expect(count).toBe(7)
    expect(
      results.map(({ user, state, plan, created_at, next_at }) => [
        user.first_name,
        state,
        plan.name,
        created_at,
        next_at,
      ]),
    ).toEqual([
      ['Álvaro', 'payment_failed', 'monthly', at(-40), at(9)],
      ['Bea', 'active', 'yearly', at(-65), at(300)],
      ['Bea', 'cancelled', 'monthly', at(-100), null],
      ['Carl', 'ending', 'monthly', at(-18), at(12)],
      ['Dina', 'trial', 'free-trial', at(-4), at(3)],
      ['Edu', 'cancelled', 'yearly', at(-565), null],
      ['Gus', 'payment_failed', 'monthly', at(-90), null],
    ])
    const user = { id: made.Dina, email: `dina.${key}@example.org`, first_name: 'Dina', last_name: '', photo_url: null }
    expect(results[4]?.user).toEqual(user)
  })

  it.each([
    ['name', 'Álvaro Bea Bea Carl Dina Edu Gus'],
    ['-name', 'Gus Edu Dina Carl Bea Bea Álvaro'],
    ['created_at', 'Edu Bea Gus Bea Álvaro Carl Dina'],
    ['-created_at', 'Dina Carl Álvaro Bea Gus Bea Edu'],
    ['plan', 'Carl Álvaro Gus Bea Dina Bea Edu'],
    ['-plan', 'Bea Edu Dina Carl Álvaro Gus Bea'],
    // Subscriptions to which nothing more happens are last, whichever way the others are sorted.
    ['next_at', 'Dina Álvaro Carl Bea Gus Bea Edu'],
    ['-next_at', 'Bea Carl Álvaro Dina Gus Bea Edu'],
    ['state', 'Álvaro Gus Carl Dina Bea Bea Edu'],
    ['-state', 'Bea Edu Bea Dina Carl Álvaro Gus'],
  ])('is sorted by %s on the server, over all pages', async (ordering, expected) => {
    expect((await names({ ordering })).join(' ')).toBe(expected)
    const pages = await Promise.all([1, 2, 3].map((page) => names({ ordering, page, page_size: 3 })))
    expect(pages.flat().join(' ')).toBe(expected)
  })

  it('is newest first without an ordering, and refuses what it does not know', async () => {
    expect(await names({})).toEqual(await names({ ordering: '-created_at' }))
    for (const query of [{ ordering: 'source_id' }, { state: 'none' }, { plan: 'x' }, { page: '0' }]) {
      expect((await server().reply(listAllSubscriptions, { token: admin.token, query: query as never })).status).toBe(
        400,
      )
    }
  })

  it('contains the subscriptions of one state, of one plan and of one user, and counts them', async () => {
    const expected: Record<ListedState, string[]> = {
      active: ['Bea'],
      ending: ['Carl'],
      trial: ['Dina'],
      payment_failed: ['Álvaro', 'Gus'],
      cancelled: ['Bea', 'Edu'],
    }
    for (const state of listedStates) {
      const { count, results } = await list({ state })
      expect([state, ...results.map(({ user }) => user.first_name)]).toEqual([state, ...expected[state]])
      expect(count).toBe(expected[state].length)
    }
    expect(await names({ plan: YEARLY })).toEqual(['Bea', 'Edu'])
    expect(await names({ plan: YEARLY, state: 'active' })).toEqual(['Bea'])
    expect(await names({ search: `bea ${key}` })).toEqual(['Bea', 'Bea'])
    expect(await list({ search: `nobody ${key}` })).toEqual({ count: 0, results: [] })
  })

  it('leaves out subscriptions to other products', async () => {
    const { id: _id, ...model } = await db().selectFrom('plans').selectAll().limit(1).executeTakeFirstOrThrow()
    const elsewhere = { ...model, product: 'another_app' }
    const { id } = await db().insertInto('plans').values(elsewhere).returning('id').executeTakeFirstOrThrow()
    await insertWith('Hal', [{ plan: id, bought: -1 }])
    expect(await names({})).not.toContain('Hal')
    expect((await list({})).count).toBe(7)
  })

  it('is exported as CSV with exactly what is filtered, in the same order', async () => {
    const rows = async (query: Record<string, string>) => {
      const url = `${server().address}/api/v1${exportSubscriptions.path}?${new URLSearchParams({ search: key, ...query })}`
      const text = await (await fetch(url, { headers: { Authorization: `Bearer ${admin.token}` } })).text()
      const [head = '', ...lines] = text
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n')
      return lines.map((line) => Object.fromEntries(head.split(',').map((name, n) => [name, line.split(',')[n]])))
    }
    for (const ordering of subscriptionOrderings) {
      for (const query of [{}, { state: 'cancelled' }, { plan: String(YEARLY) }]) {
        const listed = await list({ ...query, ordering })
        expect(
          (await rows({ ...query, ordering })).map(({ id, state, next_at }) => [Number(id), state, next_at]),
        ).toEqual(listed.results.map(({ id, state, next_at }) => [id, state, next_at ?? '']))
      }
    }
    expect((await rows({})).map(({ id }) => Number(id))).toEqual(
      (await list({ ordering: 'created_at' })).results.map(({ id }) => id),
    )
  })

  it('shows a grant as one that ends', async () => {
    await insertWith('Ina', [])
    const body = { user_id: made.Ina ?? 0, plan_id: YEARLY }
    const { id } = await server().call(grantSubscription, { token: admin.token, body })
    const found = (await list({ state: 'ending' })).results.find((one) => one.id === id)
    expect(found).toMatchObject({ is_granted: true, user: { first_name: 'Ina' }, plan: { name: 'yearly' } })
    expect(found?.next_at).toBe(found?.current_period_end)
  })
})

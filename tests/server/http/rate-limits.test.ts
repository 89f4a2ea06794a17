import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkEmail, login, refreshToken, register } from '#contract/endpoints/accounts.ts'
import { createChat, listChats, updateChat } from '#contract/endpoints/chats.ts'
import { getConfig, search } from '#contract/endpoints/companion.ts'
import { checkout, checkPromotionCode, listPlans } from '#contract/endpoints/subscriptions.ts'
import { addressKey, clientAddress } from '#server/lib/client-address.ts'
import { createRateLimiter } from '#server/limits/rate-limiter.ts'
import { limits } from '#server/limits/rate-limits.ts'
import { accountKey, pairKey } from '#server/modules/accounts/sessions/counter-key.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

/** The address in the form in which a proxy would write it. */
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

describeServerOnEachEngine(
  'a rate limit',
  (server) => {
    const checks = (address: string, times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          server().reply(checkEmail, { body: { email: 'nobody@example.org' }, ...from(address) }),
        ),
      )

    it('allows the stated number of requests per address, then returns a Retry-After', async () => {
      const { max, windowMs } = limits.checkEmail
      const replies = await checks('203.0.113.1', max + 3)
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(max)
      const refused = replies.filter((reply) => reply.status === 429)
      expect(refused).toHaveLength(3)
      expect(refused[0]?.body).toMatchObject({ code: 'rate_limited' })
      const seconds = Number(refused[0]?.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(windowMs / 1000)

      expect((await checks('203.0.113.2', 1))[0]?.status).toBe(200)
      server().advance(windowMs + 1000)
      expect((await checks('203.0.113.1', 1))[0]?.status).toBe(200)
    })

    it('allows typing in the search, and does not affect other reads', async () => {
      const { access: token } = await server().registerSubscriber()
      const find = () => server().reply(search, { token, query: { q: 'word' } })
      const statuses: number[] = []
      for (let n = 0; n <= limits.search.max; n += 1) statuses.push((await find()).status)
      expect(statuses).toEqual([...Array<number>(limits.search.max).fill(200), 429])
      expect((await server().reply(listChats, { token, query: {} })).status).toBe(200)
    })

    it('allows a new chat while a change of many chats has reached its own', async () => {
      const { access: token } = await server().registerSubscriber()
      const create = (id: string) => server().reply(createChat, { token, body: { id } })
      const id = randomUUID()
      expect((await create(id)).status).toBe(201)
      const archive = () => server().reply(updateChat, { token, params: { id }, body: { is_archived: true } })
      const statuses: number[] = []
      for (let n = 0; n <= limits.write.max; n += 1) statuses.push((await archive()).status)
      expect(statuses.at(-1)).toBe(429)
      expect((await create(randomUUID())).status).toBe(201)
    })

    it('counts promotion codes that are tried at a purchase with those that are only looked up', async () => {
      const { access: token } = await server().registerUser()
      const [plan] = await server().call(listPlans, {})
      const body = { plan_id: plan?.id ?? 0 }
      const guess = async (call: typeof checkout | typeof checkPromotionCode, code: string) =>
        (await server().reply(call, { token, body: { ...body, code } })).status
      const statuses = [await guess(checkPromotionCode, 'guess')]
      for (let n = 1; n <= limits.code.max; n += 1) statuses.push(await guess(checkout, `guess-${n}`))
      expect(statuses).toEqual([...Array<number>(limits.code.max).fill(400), 429])
      expect(await guess(checkPromotionCode, 'guess')).toBe(429)
      expect((await server().reply(checkout, { token, body })).status).not.toBe(429)
    })

    it('counts an IPv6 /64 network as one address in registrations', async () => {
      const { max } = limits.register
      const statuses: number[] = []
      for (let n = 0; n <= max; n += 1) {
        const body = { email: '', password: '', first_name: '', last_name: '' }
        statuses.push((await server().reply(register, { body, ...from(`2001:db8:1:2::${n}`) })).status)
      }
      expect(statuses).toEqual([...Array<number>(max).fill(400), 429])
    })

    it('stores no addresses, nor plain hashes that could be reversed by trying all addresses', async () => {
      const user = await server().registerUser()
      const address = '203.0.113.77'
      await server().reply(login, { body: { email: user.email, password: 'wrong one' }, ...from(address) })
      const rows = await server().dependencies.db.selectFrom('rate_limits').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      const text = JSON.stringify(rows)
      expect(text).not.toMatch(/\d+\.\d+\.\d+\.\d+/)
      for (const known of [user.email, address, accountKey(user.email), pairKey(user.email, address)]) {
        expect(text).not.toContain(known)
      }
    })

    it('is deleted within an hour after it ended, however few requests come', async () => {
      const { db } = server().dependencies
      const keys = async () => (await db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
      // Other limits of earlier tests end later.
      await db.deleteFrom('rate_limits').execute()
      await checks('203.0.113.50', 1)
      const before = await keys()
      server().advance(3_600_000 + limits.checkEmail.windowMs)
      await checks('203.0.113.51', 1)
      const after = await keys()
      expect(after).toHaveLength(1)
      expect(before).not.toEqual(expect.arrayContaining(after))
    })

    it('is deleted, once it has ended, at the first count after a start', async () => {
      const { db } = server().dependencies
      const ended = { key: 'login:of before', count: 1, window_ends_at: new Date(0).toISOString() }
      await db.insertInto('rate_limits').values(ended).execute()
      const limiter = createRateLimiter({ db, now: Date.now, enabled: true, key: new Uint8Array(32) })
      await limiter.take('login', 'somebody')
      const left = db.selectFrom('rate_limits').select('key').where('key', '=', ended.key)
      expect(await left.execute()).toEqual([])
    })

    it('is enforced per account in memory when calls come from more addresses than are stored', async () => {
      const { db, now } = server().dependencies
      const limiter = createRateLimiter({ db, now, enabled: true, key: new Uint8Array(32) })
      for (let n = 0; n < limits.write.max; n += 1) await limiter.take('write', '7')
      for (let n = 0; n < 25_000; n += 1) await limiter.take('public', `2001:db8:0:${n.toString(16)}::/64`)
      await expect(limiter.take('write', '7')).rejects.toMatchObject({ code: 'rate_limited' })
    })

    it('is enforced in memory too', async () => {
      const { max } = limits.refresh
      const replies = await Promise.all(
        Array.from({ length: max + 1 }, () =>
          server().reply(refreshToken, { body: { refresh: 'x' }, ...from('203.0.113.9') }),
        ),
      )
      expect(replies.filter((reply) => reply.status === 429)).toHaveLength(1)
      expect((await server().reply(getConfig, from('203.0.113.9'))).status).toBe(200)
    })
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } },
)

describeServerOnEachEngine('a server with no proxy configured', (server) => {
  it('warns once in the log when requests come through a proxy', async () => {
    const warnings = () => server().logs.filter((line) => line.includes('TRUST_PROXY'))
    await server().call(getConfig, {})
    expect(warnings()).toEqual([])
    await server().call(getConfig, from('203.0.113.1'))
    await server().call(getConfig, from('203.0.113.2'))
    expect(warnings()).toEqual([expect.stringContaining('"level":40')])
    expect(warnings().join()).not.toContain('203.0.113')
  })
})

describe('the client address', () => {
  it('is that of the socket without a proxy, whatever the header contains', () => {
    expect(clientAddress('192.0.2.1', '10.0.0.1', 0)).toBe('192.0.2.1')
    expect(clientAddress('::ffff:192.0.2.1', null, 0)).toBe('192.0.2.1')
  })

  it('is the one that the outermost trusted proxy saw, never one that a client wrote into the header', () => {
    expect(clientAddress('10.0.0.2', '6.6.6.6, 192.0.2.1', 1)).toBe('192.0.2.1')
    expect(clientAddress('10.0.0.2', '6.6.6.6, 192.0.2.1, 10.0.0.1', 2)).toBe('192.0.2.1')
    expect(clientAddress('10.0.0.2', '192.0.2.1', 3)).toBe('192.0.2.1')
    expect(clientAddress('10.0.0.2', null, 1)).toBe('10.0.0.2')
  })

  it.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
    ['2001:db8::1:51234', '2001:db8::1:51234'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', 'unknown'],
    ['[]:1', '[]:1'],
  ])('has no port, though some proxies record one: %s is %s', (recorded, address) => {
    expect(clientAddress('10.0.0.2', recorded, 1)).toBe(address)
    expect(clientAddress('10.0.0.2', `${recorded}, 10.0.0.1:443`, 2)).toBe(address)
  })

  it('is counted by its /64 prefix for IPv6', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'))
    expect(addressKey('2001:db8:1:3::9')).not.toBe(addressKey('2001:db8:1:2::9'))
    expect(addressKey('::1')).toBe('0:0:0:0::/64')
    expect(addressKey('192.0.2.1')).toBe('192.0.2.1')
  })
})

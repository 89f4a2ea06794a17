import { describe, expect, it } from 'vitest'
import { checkEmail, login, refreshToken, register } from '#contract/endpoints/accounts.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { addressKey, clientAddress } from '#server/http/client-address.ts'
import { limits } from '#server/http/limits.ts'
import { describeServerOnEachEngine } from '#support/server.ts'

/** The address as a proxy in front would write it down. */
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

describeServerOnEachEngine(
  'a limit',
  (server) => {
    const checks = (address: string, times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          server().reply(checkEmail, { body: { email: 'nobody@example.org' }, ...from(address) }),
        ),
      )

    it('lets through as many as it says, from one address, and says when to come again', async () => {
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

    it('on registering counts an IPv6 household as one', async () => {
      const { max } = limits.register
      const statuses: number[] = []
      for (let n = 0; n <= max; n += 1) {
        const body = { email: '', password: '', first_name: '', last_name: '' }
        statuses.push((await server().reply(register, { body, ...from(`2001:db8:1:2::${n}`) })).status)
      }
      expect(statuses).toEqual([...Array<number>(max).fill(400), 429])
    })

    it('keeps no e-mail address in its counters', async () => {
      const person = await server().person()
      await server().reply(login, { body: { email: person.email, password: 'wrong one' } })
      const rows = await server().dependencies.db.selectFrom('rate_limits').selectAll().execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain(person.email)
    })

    it('in memory holds too', async () => {
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

describe("the caller's address", () => {
  it('is the socket without a proxy, whatever the header says', () => {
    expect(clientAddress('192.0.2.1', '10.0.0.1', 0)).toBe('192.0.2.1')
    expect(clientAddress('::ffff:192.0.2.1', null, 0)).toBe('192.0.2.1')
  })

  it('is what the outermost of our proxies saw, never what a client wrote before it', () => {
    expect(clientAddress('10.0.0.2', '6.6.6.6, 192.0.2.1', 1)).toBe('192.0.2.1')
    expect(clientAddress('10.0.0.2', '6.6.6.6, 192.0.2.1, 10.0.0.1', 2)).toBe('192.0.2.1')
    expect(clientAddress('10.0.0.2', '192.0.2.1', 3)).toBe('192.0.2.1')
    expect(clientAddress('10.0.0.2', null, 1)).toBe('10.0.0.2')
  })

  it('counts by its /64 when it is IPv6', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'))
    expect(addressKey('2001:db8:1:3::9')).not.toBe(addressKey('2001:db8:1:2::9'))
    expect(addressKey('::1')).toBe('0:0:0:0::/64')
    expect(addressKey('192.0.2.1')).toBe('192.0.2.1')
  })
})

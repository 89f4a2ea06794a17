import { expect, it } from 'vitest'
import {
  checkEmail,
  forgotPassword,
  login,
  refreshToken,
  register,
  resetPassword,
} from '#contract/endpoints/accounts.ts'
import { limits } from '#server/limits/rate-limits.ts'
import { mailsIn } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'

/** Ten times as many as strangers have. */
const ATTEMPTS = 10 * limits.loginStrangers.max

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const stranger = (n: number) => `198.51.${Math.trunc(n / 250)}.${n % 250}`

describeServerOnEachEngine(
  'guessing a password',
  (server) => {
    const HOME = '203.0.113.7'
    const owner = async (email = `${crypto.randomUUID()}@example.org`) => {
      const body = { email, password: 'a quiet evening', first_name: 'Ada', last_name: 'Lovelace' }
      // Each user registers from another network, so that the registration limit is not reached.
      const { user, refresh } = await server().call(register, { body, ...from(HOME) })
      await server().dependencies.db.deleteFrom('rate_limits').where('key', 'like', 'register:%').execute()
      return { ...body, id: user.id, refresh }
    }
    const tryLogin = (email: string, password: string, address: string) =>
      server().reply(login, { body: { email, password }, ...from(address) })

    it('three hundred times from many addresses gets few attempts, and does not lock out the owner', async () => {
      const user = await owner()
      const statuses: number[] = []
      for (let n = 0; n < ATTEMPTS; n += 100) {
        const batch = Array.from({ length: 100 }, (_, i) => tryLogin(user.email, `guess ${n + i}`, stranger(n + i)))
        for (const { status } of await Promise.all(batch)) statuses.push(status)
      }
      const heard = statuses.filter((status) => status === 401)
      expect(heard).toHaveLength(limits.loginStrangers.max)
      expect(statuses.filter((status) => status === 429)).toHaveLength(ATTEMPTS - heard.length)

      // At once, from an address where they have signed in before.
      expect((await tryLogin(user.email, user.password, HOME)).status).toBe(200)

      // From a new address during the attack: by a reset link.
      const cafe = '192.0.2.44'
      expect((await tryLogin(user.email, user.password, cafe)).status).toBe(429)
      expect((await server().reply(forgotPassword, { body: { email: user.email }, ...from(cafe) })).status).toBe(200)
      const body = { token: await resetToken(server(), user.email), password: 'a quieter evening' }
      await server().call(resetPassword, { body, ...from(cafe) })
      expect((await tryLogin(user.email, body.password, cafe)).status).toBe(200)

      // An hour later strangers get a few more attempts, no matter how many were rejected in between.
      server().advance(limits.loginStrangers.windowMs + 1)
      expect((await tryLogin(user.email, 'guess', stranger(1))).status).toBe(401)
    }, 60_000)

    it('is slow from the owner’s network, and a password reset lets the owner in there too', async () => {
      const user = await owner()
      const { max } = limits.loginPair
      for (let n = 0; n < max; n += 1) expect((await tryLogin(user.email, `guess ${n}`, HOME)).status).toBe(401)
      expect((await tryLogin(user.email, user.password, HOME)).status).toBe(429)
      await server().call(forgotPassword, { body: { email: user.email }, ...from(HOME) })
      const body = { token: await resetToken(server(), user.email), password: 'a quieter evening' }
      await server().call(resetPassword, { body, ...from(HOME) })
      expect((await tryLogin(user.email, body.password, HOME)).status).toBe(200)
    })

    it('is limited the same way for whoever has a reset link that was used', async () => {
      const user = await owner()
      await server().call(forgotPassword, { body: { email: user.email }, ...from(HOME) })
      const token = await resetToken(server(), user.email)
      const use = (password: string, address: string) =>
        server().reply(resetPassword, { body: { token, password }, ...from(address) })
      expect((await use('a quieter evening', HOME)).status).toBe(200)
      const { max } = limits.loginStrangers
      for (let n = 0; n < max; n += 1) expect((await use(`guess ${n} of many`, stranger(n))).status).toBe(400)
      expect((await use('a quieter evening', stranger(max))).status).toBe(429)
      expect((await tryLogin(user.email, 'a quieter evening', stranger(max))).status).toBe(429)
      expect((await use('a quieter evening', HOME)).status).toBe(200)
    })

    it('is limited the same way for an unknown address', async () => {
      const nobody = `${crypto.randomUUID()}@example.org`
      const { max } = limits.loginStrangers
      const tries = Array.from({ length: max + 5 }, (_, n) => tryLogin(nobody, 'guess', `192.0.2.${n}`))
      const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
      expect(statuses).toEqual([...Array<number>(max).fill(401), ...Array<number>(5).fill(429)])
    })

    it('is not helped by an IP address from which another user signed in', async () => {
      await owner()
      const victim = await owner()
      const { db } = server().dependencies
      await db.deleteFrom('known_addresses').where('user_id', '=', victim.id).execute()
      const strangers = Array.from({ length: limits.loginStrangers.max }, (_, n) => `192.0.2.${100 + n}`)
      await Promise.all(strangers.map((address) => tryLogin(victim.email, 'guess', address)))
      expect((await tryLogin(victim.email, victim.password, HOME)).status).toBe(429)
    })

    it('does not lock out the owner where their session was refreshed within ninety days', async () => {
      const user = await owner()
      const cafe = '192.0.2.77'
      await server().call(refreshToken, { body: { refresh: user.refresh }, ...from(cafe) })
      const attack = () =>
        Promise.all(
          Array.from({ length: limits.loginStrangers.max }, (_, n) => tryLogin(user.email, 'guess', stranger(n))),
        )
      await attack()
      expect((await tryLogin(user.email, user.password, cafe)).status).toBe(200)
      server().advance(91 * 24 * 60 * 60_000)
      await attack()
      expect((await tryLogin(user.email, user.password, cafe)).status).toBe(429)
    })

    it('stores the thirty latest IP addresses of a user', async () => {
      const user = await owner()
      let { refresh } = user
      for (let n = 0; n < 31; n += 1) {
        ;({ refresh } = await server().call(refreshToken, { body: { refresh }, ...from(stranger(n)) }))
      }
      const { db } = server().dependencies
      expect(await db.selectFrom('known_addresses').selectAll().where('user_id', '=', user.id).execute()).toHaveLength(
        30,
      )
    })

    it('stores IP addresses only as keyed hashes', async () => {
      const { id } = await owner()
      const { db } = server().dependencies
      const known = await db.selectFrom('known_addresses').selectAll().where('user_id', '=', id).execute()
      expect(known).toHaveLength(1)
      expect(JSON.stringify(known)).not.toContain(HOME)
      expect(known[0]?.address_hash).toMatch(/^[\w-]{43}$/)
    })

    it('sends a few mails by repeated requests for a reset link, each with a link that works until the next may come', async () => {
      const user = await owner()
      const { max, windowMs } = limits.forgotAccount
      for (let n = 0; n < max + 3; n += 1) {
        const reply = await server().reply(forgotPassword, { body: { email: user.email }, ...from(stranger(n)) })
        expect(reply.status).toBe(200)
      }
      await server().dependencies.mails.settled()
      const links = await resetTokens(server(), user.email)
      expect(links).toHaveLength(max)
      server().advance(windowMs - 2_000)
      const body = { token: links[0] ?? '', password: 'a quieter evening' }
      expect((await server().reply(resetPassword, { body, ...from(HOME) })).status).toBe(200)
    })

    it('floods no mailbox by requests for other users’ reset links, and still lets the owner have one', async () => {
      const user = await owner()
      const ask = async (address: string) => {
        const reply = await server().reply(forgotPassword, { body: { email: user.email }, ...from(address) })
        return { status: reply.status, text: reply.text }
      }
      const answer = await ask(stranger(0))
      for (let n = 1; n <= 45; n += 1) {
        if (n % limits.forgotAccount.max === 0) server().advance(limits.forgotAccount.windowMs)
        expect(await ask(stranger(n))).toEqual(answer)
        // Each attempt is counted before the next one starts.
        await server().dependencies.mails.settled()
      }
      expect(await resetTokens(server(), user.email)).toHaveLength(20)
      server().advance(limits.forgotAccount.windowMs)
      expect(await ask(HOME)).toEqual(answer)
      expect(await resetTokens(server(), user.email)).toHaveLength(21)
      server().advance(24 * 3_600_000)
      await ask(stranger(50))
      expect(await resetTokens(server(), user.email)).toHaveLength(22)
    })

    it('checking whether an email address is registered is rate limited', async () => {
      const ask = () => server().reply(checkEmail, { body: { email: 'x@example.org' }, ...from('192.0.2.250') })
      const replies = await Promise.all(Array.from({ length: limits.checkEmail.max + 1 }, ask))
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
    })
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } },
)

async function resetTokens(server: TestServer, email: string): Promise<string[]> {
  await server.dependencies.mails.settled()
  const mails = await mailsIn(server.dependencies.config.dataDir)
  return mails
    .filter(({ to, subject }) => to?.[0]?.address === email && subject === 'Choose a new password')
    .map(tokenIn)
}

async function resetToken(server: TestServer, email: string): Promise<string> {
  const token = (await resetTokens(server, email)).at(-1)
  if (token === undefined) throw new Error('no reset mail has come')
  return token
}

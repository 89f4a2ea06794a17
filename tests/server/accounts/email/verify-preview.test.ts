import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { limits } from '#server/limits/rate-limits.ts'
import { issueOneTimeToken } from '#server/modules/accounts/one-time-tokens.repository.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const refused = { status: 400, body: { token: ['This link is no longer valid'] } }

describeServerOnEachEngine(
  'the preview of a confirmation link',
  (server) => {
    const registered = async () => {
      const user = await server().registerUser({ first_name: 'Grace', last_name: 'Hopper' })
      await server().dependencies.db.deleteFrom('rate_limits').execute()
      return { ...user, token: tokenIn((await mailsOf(server(), user.email))[0] ?? {}) }
    }
    const preview = (token: string) => server().reply(accounts.previewVerification, { body: { token } })
    const confirm = (token: string) => server().reply(accounts.verifyEmail, { body: { token } })

    it('shows the address that the link would confirm, without confirming it', async () => {
      const { email, token, access } = await registered()
      const names = { first_name: 'Grace', last_name: 'Hopper' }
      for (let n = 0; n < 3; n += 1) {
        expect(await preview(token)).toMatchObject({ status: 200, body: { email, ...names, email_verified: false } })
      }
      expect((await server().call(accounts.getProfile, { token: access })).email_verified).toBe(false)
      expect((await mailsOf(server(), email)).map(({ subject }) => subject)).toEqual(['Confirm your address'])
      expect((await confirm(token)).status).toBe(200)
      expect(await preview(token)).toMatchObject({ status: 200, body: { email, email_verified: true } })
    })

    it('shows nothing for an expired link, another purpose, a replaced address or a forged token', async () => {
      const { token, user, email, refresh } = await registered()
      const { db, now } = server().dependencies
      const about = { userId: user.id, seconds: 600, now: now() }
      const others = await Promise.all([
        issueOneTimeToken(db, { ...about, purpose: 'reset' }),
        issueOneTimeToken(db, { ...about, purpose: 'sso', audience: 'companion_app' }),
      ])
      for (const wrong of [...others, refresh, email, 'x', 'A'.repeat(43)]) {
        expect(await preview(wrong), wrong).toMatchObject(refused)
      }
      // The link was used once, and the address has changed since.
      await confirm(token)
      await db.updateTable('users').set({ email_verified: 0 }).where('id', '=', user.id).execute()
      expect(await preview(token)).toMatchObject(refused)
      const late = await registered()
      server().advance(24 * 3_600_000 + 1)
      expect(await preview(late.token)).toMatchObject(refused)
    })

    it('counts against the same rate limit as using a link, so that tokens cannot be guessed', async () => {
      await server().dependencies.db.deleteFrom('rate_limits').execute()
      const { max } = limits.mailedToken
      const statuses: number[] = []
      for (let n = 0; n < max; n += 1) statuses.push((await (n % 2 ? preview('x') : confirm('x'))).status)
      expect(statuses).toEqual(Array<number>(max).fill(400))
      expect((await preview('x')).status).toBe(429)
      expect((await confirm('x')).status).toBe(429)
    })
  },
  { env: { RATE_LIMITS: 'on' } },
)

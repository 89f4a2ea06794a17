import { expect, it } from 'vitest'
import { createSsoToken, getProfile, logout, refreshToken, validateSso } from '#contract/endpoints/accounts.ts'
import { readConfig } from '#server/config/config.ts'
import { issueOneTimeToken } from '#server/modules/accounts/one-time-tokens.repository.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const refused = { status: 401, body: { code: 'token_not_valid' } }

describeServerOnEachEngine(
  'a single sign-on token for the provider’s apps',
  (server) => {
    const issue = async (audience = 'companion_app') => {
      const user = await server().registerUser()
      return { user, ...(await server().call(createSsoToken, { token: user.access, body: { audience } })) }
    }
    const validate = (token: string) => server().reply(validateSso, { body: { token } })

    it('opens a session of its own', async () => {
      const { user, token } = await issue()
      const opened = await server().call(validateSso, {
        body: { token },
        headers: { 'User-Agent': 'Firefox/140 (Linux)' },
      })
      expect(opened.user.id).toBe(user.id)
      expect((await server().call(getProfile, { token: opened.access })).id).toBe(user.id)
      const { access } = await server().call(refreshToken, { body: { refresh: opened.refresh } })
      expect((await server().call(getProfile, { token: access })).id).toBe(user.id)
      const sessions = server().dependencies.db.selectFrom('sessions').select('device')
      expect(await sessions.where('user_id', '=', user.id).orderBy('created_at').execute()).toHaveLength(2)
    })

    it('is accepted once, even when several requests use it at once', async () => {
      const { token } = await issue()
      const replies = await Promise.all(Array.from({ length: 8 }, () => validate(token)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)])
      expect(await validate(token)).toMatchObject(refused)
    })

    it('is invalid after the session that requested it has ended', async () => {
      const { user, token } = await issue()
      await server().call(logout, { body: { refresh: user.refresh } })
      expect(await validate(token)).toMatchObject(refused)
    })

    it('is valid for sixty seconds', async () => {
      const [one, two] = [await issue(), await issue()]
      server().advance(55_000)
      expect((await validate(one.token)).status).toBe(200)
      server().advance(10_000)
      expect(await validate(two.token)).toMatchObject(refused)
    })

    it('is rejected here when it was issued for another app', async () => {
      const { token } = await issue('signals_app')
      expect(await validate(token)).toMatchObject(refused)
    })

    it('cannot replace a token of another kind, nor can such a token replace it', async () => {
      const { db, now } = server().dependencies
      const { user, access, refresh } = await server().registerUser()
      const audience = 'companion_app'
      for (const purpose of ['reset', 'verify_email', 'google'] as const) {
        const token = await issueOneTimeToken(db, { userId: user.id, purpose, audience, seconds: 60, now: now() })
        expect(await validate(token), purpose).toMatchObject(refused)
      }
      for (const token of [access, refresh, 'x', '\u0000', 'a'.repeat(4096)]) {
        expect((await validate(token)).status, token).toBe(token === '\u0000' ? 400 : 401)
      }
      expect(await server().reply(getProfile, { token: (await issue()).token })).toMatchObject(refused)
    })

    it('is issued only for known apps and signed-in users', async () => {
      const { access: token } = await server().registerUser()
      for (const audience of ['elsewhere', 'COMPANION_APP', ' companion_app', '__proto__']) {
        const reply = await server().reply(createSsoToken, { token, body: { audience } })
        expect(reply, audience).toMatchObject({ status: 400, body: { audience: ['This app is not known here'] } })
      }
      const body = { audience: 'companion_app' }
      expect(await server().reply(createSsoToken, { body })).toMatchObject(refused)
    })

    it('is deleted with the account', async () => {
      const { user, token } = await issue()
      await server().dependencies.db.deleteFrom('users').where('id', '=', user.id).execute()
      expect(await validate(token)).toMatchObject(refused)
    })

    it('is stored as a hash and never logged', async () => {
      const { token } = await issue()
      const rows = await server().dependencies.db.selectFrom('one_time_tokens').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      await validate(token)
      expect(server().logs.join('')).not.toContain(token)
    })

    it('is limited to our own app unless the settings name others', () => {
      const env = { DATA_DIR: server().dependencies.config.dataDir, TOKEN_SECRET: 'Zk4tQ9wLx2Rb7nVd0cYf5hGs8jMa1pUe' }
      expect(readConfig(env).ssoAudiences).toEqual(['companion_app'])
      expect(readConfig({ ...env, SSO_AUDIENCES: 'a_b, c-d.e' }).ssoAudiences).toEqual(['a_b', 'c-d.e'])
      for (const wrong of ['a,,b', 'a b', 'https://x.example']) {
        expect(() => readConfig({ ...env, SSO_AUDIENCES: wrong }), wrong).toThrow('SSO_AUDIENCES must be names')
      }
    })
  },
  { env: { SSO_AUDIENCES: 'companion_app,signals_app' } },
)

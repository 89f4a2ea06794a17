import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { enterSecondFactor, getSecondFactor } from '#contract/endpoints/factors.ts'
import { requestSignInPasskey, signInWithPasskey } from '#contract/endpoints/passkeys.ts'
import type { CallName } from '#contract/index.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import { calls } from '#server/http/api/bind-routes.ts'
import { issueOneTimeToken } from '#server/modules/accounts/one-time-tokens.repository.ts'
import { hashPassword } from '#server/modules/accounts/password/password-hash.ts'
import type { Reply } from '#support/api/test-client.ts'
import { CLIENT_ID, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { PASSWORD } from '#support/users/inserted-user.ts'
import { addPasskey, PASSKEY_ORIGIN } from '#support/users/passkey.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())

const env = {
  ...{ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url },
  ...{ PUBLIC_URL: PASSKEY_ORIGIN, RATE_LIMITS: 'on' },
}
const MINUTE = 60_000
const wrong = { status: 400, body: { one_time_code: [expect.any(String)] } }

/** The calls of which a success can contain a refresh token. */
const issuing = calls.flatMap(({ name, endpoint }) =>
  Object.values(endpoint.responses).some(
    (body) => typeof body === 'object' && 'entries' in body && Object.hasOwn(Object(body.entries), 'refresh'),
  )
    ? [name]
    : [],
)

describeServerOnEachEngine(
  'an account with a second factor',
  (server) => {
    const google = async (email: string) =>
      server().reply(accounts.registerWithGoogle, { body: await issuer.credential({ email, sub: email }) })

    /** With Google and a password. */
    async function createUser() {
      const email = `${randomUUID()}@example.org`
      const { user, access, refresh } = (await google(email)).body as Authenticated
      const changes = { password_hash: await hashPassword(PASSWORD) }
      await server().dependencies.db.updateTable('users').set(changes).where('id', '=', user.id).execute()
      return { id: user.id, email, access, refresh }
    }
    async function createProtectedUser() {
      const user = await createUser()
      return { ...user, ...(await addSecondFactor(server(), user.access)) }
    }
    const logIn = (email: string, address = '203.0.113.7') =>
      server().reply(accounts.login, { body: { email, password: PASSWORD }, headers: { 'X-Forwarded-For': address } })
    const enter = (first: Reply, one_time_code: string, address = '203.0.113.7') =>
      server().reply(enterSecondFactor, {
        body: { challenge: challengeOf(first), one_time_code },
        headers: { 'X-Forwarded-For': address },
      })
    const challengeOf = ({ body }: Reply) => String(Object(body).challenge)

    const kinds = [
      { kind: 'an authenticator app', methods: ['code'], add: addSecondFactor },
      { kind: 'a passkey', methods: ['passkey', 'code'], add: addPasskey },
    ]
    it.each(kinds)('cannot be entered without $kind by any call that issues tokens', async ({ methods, add }) => {
      const user = await createUser()
      await add(server(), user.access)
      const { db, now } = server().dependencies
      const session = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      const sso = { userId: user.id, sessionId: session.id, purpose: 'sso', audience: 'companion_app' } as const
      const details = { first_name: 'Ada', last_name: 'Byron' }
      const attempts: Partial<Record<CallName, () => Promise<Reply>>> = {
        login: () => logIn(user.email),
        registerWithGoogle: () => google(user.email),
        register: () =>
          server().reply(accounts.register, { body: { email: user.email, password: PASSWORD, ...details } }),
        validateSso: async () => {
          const token = await issueOneTimeToken(db, { ...sso, seconds: 60, now: now() })
          return server().reply(accounts.validateSso, { body: { token } })
        },
        enterSecondFactor: async () => enter(await logIn(user.email), '000000'),
        signInWithPasskey: async () => {
          const challenge = challengeOf(await logIn(user.email))
          const other = await createUser()
          const { authenticator } = await addPasskey(server(), other.access)
          const body = methods.includes('passkey') ? { challenge } : {}
          const { allowCredentials: _, ...request } = await server().call(requestSignInPasskey, { body })
          const forged = { ...authenticator.get(request), id: 'AAAA', rawId: 'AAAA' }
          const passkey = methods.includes('passkey') ? authenticator.get(request) : forged
          return server().reply(signInWithPasskey, { body: { passkey } })
        },
      }
      // These two issue tokens for a session that is open already: by its refresh token, or to its signed-in user.
      const ofOpenSessions: CallName[] = ['refreshToken', 'changePassword']
      expect([...Object.keys(attempts), ...ofOpenSessions].sort()).toEqual([...issuing].sort())

      for (const [name, attempt] of Object.entries(attempts)) {
        const { status, text } = await attempt()
        expect(status, name).toBeGreaterThanOrEqual(400)
        expect(text, name).not.toMatch(/"(?:access|refresh)"/)
      }
      for (const name of ['login', 'registerWithGoogle', 'validateSso'] as const) {
        const refused = { status: 401, body: { code: 'second_factor_required', methods } }
        expect(await attempts[name]?.(), name).toMatchObject(refused)
      }
      expect(await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([session])
      // The rate limit of these calls begins anew.
      server().advance(5 * MINUTE)
    })

    it('opens by a code of the app after the password, and each code opens it once', async () => {
      const user = await createProtectedUser()
      const code = user.nextCode()
      const entered = await enter(await logIn(user.email), code)
      expect(entered).toMatchObject({ status: 200, body: { user: { id: user.id } } })
      const token = (entered.body as Authenticated).access
      expect((await server().reply(accounts.getProfile, { token })).status).toBe(200)
      expect(await enter(await logIn(user.email), code)).toMatchObject(wrong)
      const together = user.nextCode()
      const first = await logIn(user.email)
      const replies = await Promise.all([1, 2, 3, 4].map(() => enter(first, together)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    })

    it('accepts a code of the step before or after, for clocks that differ, and no older one', async () => {
      const user = await createProtectedUser()
      const late = user.nextCode()
      server().advance(30_000)
      expect((await enter(await logIn(user.email), late)).status).toBe(200)
      const old = user.nextCode()
      server().advance(90_000)
      expect(await enter(await logIn(user.email), old)).toMatchObject(wrong)
    })

    it('opens by each recovery code once, however it is typed, and a mail says so', async () => {
      const user = await createProtectedUser()
      const [code = ''] = user.recoveryCodes
      const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
      expect((await enter(await logIn(user.email), typed)).status).toBe(200)
      expect(await enter(await logIn(user.email), code)).toMatchObject(wrong)
      const state = await server().call(getSecondFactor, { token: user.access })
      expect(state).toMatchObject({ recovery_codes_left: 9 })
      const subjects = (await mailsOf(server(), user.email)).map(({ subject }) => subject)
      expect(subjects).toContain('A recovery code of your account was used')
    })

    it('takes ten tries an hour from addresses it does not know, and still those of its owner', async () => {
      const user = await createProtectedUser()
      expect((await enter(await logIn(user.email), user.nextCode())).status).toBe(200)
      const strange = await logIn(user.email, '198.51.100.1')
      const guesses = []
      for (let guess = 0; guess < 12; guess += 1) {
        guesses.push((await enter(strange, '000000', `198.51.100.${guess}`)).status)
      }
      expect(guesses).toEqual([...Array(10).fill(400), 429, 429])
      expect((await enter(await logIn(user.email), user.nextCode())).status).toBe(200)
    })

    it('refuses a challenge after five minutes, of a changed password, and a forged one', async () => {
      const user = await createProtectedUser()
      const first = await logIn(user.email)
      server().advance(5 * MINUTE)
      expect(await enter(first, user.nextCode())).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
      const second = await logIn(user.email)
      const { db } = server().dependencies
      await db.updateTable('users').set({ password_hash: 'changed' }).where('id', '=', user.id).execute()
      expect((await enter(second, user.nextCode())).status).toBe(401)
      const other = await createProtectedUser()
      const third = await logIn(other.email)
      const forged = challengeOf(third).replace(/^\d+/, String(user.id))
      expect((await enter({ ...third, body: { challenge: forged } }, user.nextCode())).status).toBe(401)
    })

    it('lets sessions from before go on', async () => {
      const user = await createProtectedUser()
      const { access } = await server().call(accounts.refreshToken, { body: { refresh: user.refresh } })
      expect((await server().reply(accounts.getProfile, { token: access })).status).toBe(200)
    })
  },
  { env: { ...env, TRUST_PROXY: '1' } },
)

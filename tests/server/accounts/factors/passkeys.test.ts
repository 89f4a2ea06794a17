import { expect, it } from 'vitest'
import { exportAccount, getProfile, login } from '#contract/endpoints/accounts.ts'
import { listAudit } from '#contract/endpoints/admin.ts'
import * as factors from '#contract/endpoints/factors.ts'
import * as calls from '#contract/endpoints/passkeys.ts'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import type { Reply } from '#support/api/test-client.ts'
import { Authenticator } from '#support/fakes/authenticator.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { addPasskey, PASSKEY_ORIGIN } from '#support/users/passkey.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'

const MINUTE = 60_000
const env = { PUBLIC_URL: PASSKEY_ORIGIN }
const refused = (code: string, message: unknown = expect.any(String)) => ({ status: 401, body: { code, message } })
const late = refused('passkey_refused', expect.stringContaining('too late'))
const unknown = refused('passkey_refused', expect.stringContaining('no account'))

describeServerOnEachEngine(
  'a passkey',
  (server) => {
    const state = (token: string) => server().call(factors.getSecondFactor, { token })
    const request = (challenge?: string) =>
      server().call(calls.requestSignInPasskey, { body: challenge === undefined ? {} : { challenge } })
    const challengeOf = ({ body }: Reply) => String(Object(body).challenge)
    const subjects = async (email: string) => (await mailsOf(server(), email)).map(({ subject }) => subject)
    const statusOf = async (reply: Promise<Reply>) => (await reply).status

    it('signs in alone, and its account no longer opens by the password alone', async () => {
      const user = await server().registerUser()
      const passkey = await addPasskey(server(), user.access)
      expect(passkey.recoveryCodes).toHaveLength(10)
      const entered = await passkey.signIn()
      expect(entered).toMatchObject({ status: 200, body: { user: { id: user.user.id } } })
      const token = (entered.body as Authenticated).access
      expect(await statusOf(server().reply(getProfile, { token }))).toBe(200)
      // A sign-in by passkey confirms who uses the session.
      expect(await statusOf(server().reply(factors.renewRecoveryCodes, { token }))).toBe(200)
      const first = await server().reply(login, { body: user })
      expect(first).toMatchObject({
        status: 401,
        body: { code: 'second_factor_required', methods: ['passkey', 'code'] },
      })
      const used = { id: passkey.id, last_used_at: expect.any(String), created_at: expect.any(String) }
      expect((await state(token)).passkeys).toMatchObject([used])
      expect(await subjects(user.email)).toContain('A passkey was added to your account')
    })

    it('is the second step after a password, where one of another account is refused', async () => {
      const [user, other] = [await server().registerUser(), await server().registerUser()]
      const own = await addPasskey(server(), user.access)
      const strange = await addPasskey(server(), other.access)
      const asked = await request(challengeOf(await server().reply(login, { body: user })))
      expect(asked.allowCredentials).toHaveLength(1)
      const enter = (by: Authenticator, given = asked) =>
        server().reply(calls.signInWithPasskey, { body: { passkey: by.get(given) } })
      const { allowCredentials: _, ...any } = asked
      expect(await enter(strange.authenticator, any)).toMatchObject(refused('passkey_refused'))
      expect(await enter(own.authenticator)).toMatchObject({ status: 200, body: { user: { id: user.user.id } } })
    })

    it('leaves a recovery code for whoever loses it', async () => {
      const user = await server().registerUser()
      const { recoveryCodes } = await addPasskey(server(), user.access)
      const challenge = challengeOf(await server().reply(login, { body: user }))
      const body = { challenge, one_time_code: recoveryCodes[0] ?? '' }
      expect(await statusOf(server().reply(factors.enterSecondFactor, { body }))).toBe(200)
    })

    it('answers a challenge once, within five minutes, for its purpose', async () => {
      const user = await server().registerUser()
      const { authenticator } = await addPasskey(
        server(),
        user.access,
        new Authenticator(PASSKEY_ORIGIN, { counts: false }),
      )
      const enter = (passkey: ReturnType<Authenticator['get']>) =>
        server().reply(calls.signInWithPasskey, { body: { passkey } })
      const answer = authenticator.get(await request())
      const replies = await Promise.all([1, 2, 3].map(() => enter(answer)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      expect(await enter(answer)).toMatchObject(late)
      const toConfirm = await server().call(calls.requestPasskey, { token: user.access })
      expect(await enter(authenticator.get(toConfirm))).toMatchObject(refused('passkey_refused'))
      const slow = authenticator.get(await request())
      server().advance(5 * MINUTE)
      expect(await enter(slow)).toMatchObject(late)
    })

    it('is refused from another origin, without unlocking, with an old counter, and with another signature', async () => {
      const user = await server().registerUser()
      const { authenticator } = await addPasskey(server(), user.access)
      const enter = (passkey: ReturnType<Authenticator['get']>) =>
        server().reply(calls.signInWithPasskey, { body: { passkey } })
      const isRefused = refused('passkey_refused')
      const phished = authenticator.get(await request(), { origin: 'https://companion.example' })
      expect(await enter(phished)).toMatchObject(isRefused)
      expect(await enter(authenticator.get(await request(), { isUnlocked: false }))).toMatchObject(isRefused)
      expect((await enter(authenticator.get(await request()))).status).toBe(200)
      authenticator.counter -= 1
      expect(await enter(authenticator.get(await request()))).toMatchObject(isRefused)
      const [one, two] = [authenticator.get(await request()), authenticator.get(await request())]
      const mixed = { ...one, response: { ...one.response, signature: two.response.signature } }
      expect(await enter(mixed)).toMatchObject(isRefused)
      const { userHandle: _, ...anonymous } = authenticator.get(await request()).response
      expect(await enter({ ...one, response: anonymous })).toMatchObject(isRefused)
      const forged = await request()
      const challenge = Buffer.from(
        Buffer.from(forged.challenge, 'base64url').toString().replace('.0.', `.${user.user.id}.`),
      )
      const signed = authenticator.get({ ...forged, challenge: challenge.toString('base64url') })
      expect(await enter(signed)).toMatchObject(isRefused)
    })

    it('confirms who uses a session of its owner, and of nobody else', async () => {
      const [user, other] = [await server().registerUser(), await server().registerUser()]
      const passkey = await addPasskey(server(), user.access)
      const strange = await addPasskey(server(), other.access)
      server().advance(10 * MINUTE)
      const { access: token } = (await passkey.signIn()).body as Authenticated
      const { access: others } = (await strange.signIn()).body as Authenticated
      server().advance(10 * MINUTE)
      const renew = () => server().reply(factors.renewRecoveryCodes, { token })
      const unconfirmed = { status: 403, body: { code: 'confirmation_required', methods: ['passkey', 'code'] } }
      expect(await renew()).toMatchObject(unconfirmed)
      const asked = await server().call(calls.requestPasskey, { token: others })
      const relayed = { passkey: strange.authenticator.get(asked) }
      expect((await server().reply(factors.confirmSession, { token, body: relayed })).status).toBe(401)
      expect(await renew()).toMatchObject(unconfirmed)
      expect((await passkey.confirm(token)).status).toBe(204)
      expect((await renew()).status).toBe(200)
    })

    it('is added several times from several devices, renamed and removed; the last one ends the recovery codes', async () => {
      const user = await server().registerUser()
      const token = user.access
      const first = await addPasskey(server(), token)
      const second = await addPasskey(server(), token)
      expect(second.recoveryCodes).toEqual([])
      const params = { id: first.id }
      const named = await server().call(calls.renamePasskey, { token, params, body: { name: ' Work laptop ' } })
      expect(named.name).toBe('Work laptop')
      const stranger = await server().registerUser()
      const theirs = { token: stranger.access, params }
      expect(await statusOf(server().reply(calls.renamePasskey, { ...theirs, body: { name: 'Mine' } }))).toBe(404)
      expect(await statusOf(server().reply(calls.removePasskey, theirs))).toBe(404)
      await server().call(calls.removePasskey, { token, params })
      expect(await first.signIn()).toMatchObject(unknown)
      expect((await second.signIn()).status).toBe(200)
      expect(await state(token)).toMatchObject({ passkeys: [{ id: second.id }], recovery_codes_left: 10 })
      await server().call(calls.removePasskey, { token, params: { id: second.id } })
      expect(await state(token)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
      expect(await statusOf(server().reply(login, { body: user }))).toBe(200)
      const mails = await subjects(user.email)
      expect(mails).toContain('A passkey was removed from your account')
      expect(mails).toContain('The second step was removed from your account')
    })

    it('shares the recovery codes with an authenticator app, whichever comes first', async () => {
      const user = await server().registerUser()
      const token = user.access
      const app = await addSecondFactor(server(), token)
      expect((await addPasskey(server(), token)).recoveryCodes).toEqual([])
      await server().call(factors.removeTotp, { token })
      const challenge = challengeOf(await server().reply(login, { body: user }))
      const body = { challenge, one_time_code: app.recoveryCodes[0] ?? '' }
      expect(await statusOf(server().reply(factors.enterSecondFactor, { body }))).toBe(200)
      expect((await addSecondFactor(server(), token)).recoveryCodes).toEqual([])
      expect(await subjects(user.email)).toContain('The authenticator app was removed from your account')
    })

    it('is not added twice, for another user, nor beyond the most that there can be', async () => {
      const [user, other] = [await server().registerUser(), await server().registerUser()]
      const token = user.access
      const authenticator = new Authenticator(PASSKEY_ORIGIN)
      const add = (body: { passkey: ReturnType<Authenticator['create']> }, by = token) =>
        server().reply(calls.addPasskey, { token: by, body })
      const made = authenticator.create(await server().call(calls.beginPasskey, { token }))
      expect(await add({ passkey: made }, other.access)).toMatchObject(refused('passkey_refused'))
      const replies = await Promise.all([1, 2].map(() => add({ passkey: made })))
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 401])
      const unlocked = authenticator.create(
        { ...(await server().call(calls.beginPasskey, { token })), excludeCredentials: [] },
        { isUnlocked: false },
      )
      expect(await add({ passkey: unlocked })).toMatchObject(refused('passkey_refused'))
      for (let count = 1; count < PASSKEYS_MAX; count += 1) await addPasskey(server(), token)
      expect(await statusOf(server().reply(calls.beginPasskey, { token }))).toBe(409)
    })

    it('is in the export of the account by name and dates, without keys', async () => {
      const user = await server().registerUser()
      await addPasskey(server(), user.access)
      const { text } = await server().reply(exportAccount, { token: user.access })
      const row = await server()
        .dependencies.db.selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', user.user.id)
        .executeTakeFirstOrThrow()
      expect(text).toContain(row.created_at)
      for (const key of [row.public_key, row.credential_id, row.user_handle]) expect(text).not.toContain(key)
    })

    it('leaves entries in the audit log when an admin has it', async () => {
      const { id, token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const passkey = await addPasskey(server(), token)
      await server().call(calls.removePasskey, { token, params: { id: passkey.id } })
      const { results } = await server().call(listAudit, { token })
      const own = results.filter(({ actor }) => actor === id).map(({ action }) => action)
      expect(own.slice(0, 2)).toEqual(['passkey.removed', 'passkey.added'])
    })
  },
  { env },
)

describeServerOnEachEngine(
  'with ADMIN_SECOND_FACTOR=required',
  (server) => {
    it('a passkey is a second factor, and the last one of an admin is not removed', async () => {
      const { id, token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const passkey = await addPasskey(server(), token)
      const audit = () => server().reply(listAudit, { token })
      expect((await audit()).status).toBe(200)
      const removePasskey = () => server().reply(calls.removePasskey, { token, params: { id: passkey.id } })
      const needed = { status: 409, body: { code: 'conflict' } }
      expect(await removePasskey()).toMatchObject(needed)
      expect(await server().reply(factors.removeUserFactor, { token, params: { id } })).toMatchObject(needed)
      await addSecondFactor(server(), token)
      expect((await removePasskey()).status).toBe(204)
      expect(await server().reply(factors.removeTotp, { token })).toMatchObject(needed)
      expect((await audit()).status).toBe(200)
    })
  },
  { env: { ...env, ADMIN_SECOND_FACTOR: 'required' } },
)

describeServerOnEachEngine('a server at an IP address', (server) => {
  it('offers no passkeys', async () => {
    const { token } = await insertSignedInUser(server().dependencies)
    expect((await server().reply(calls.requestSignInPasskey, { body: {} })).status).toBe(404)
    expect((await server().reply(calls.beginPasskey, { token })).status).toBe(404)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { getProfile, login, registerWithGoogle } from '#contract/endpoints/accounts.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { CLIENT_ID, type Claims, type Credential, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())

const refused = {
  status: 401,
  body: { code: 'invalid_credentials', message: 'The sign-in with Google was not accepted. Try again' },
}

describeServerOnEachEngine(
  'signing in with Google',
  (server) => {
    const post = (body: Credential) => server().reply(registerWithGoogle, { body })
    const signIn = async (claims?: Claims) => post(await issuer.credential(claims))
    const users = () => server().dependencies.db.selectFrom('users').selectAll()
    const withEmail = (email: string) => users().where('email', '=', email).execute()
    const change = (id: number, values: { email_verified?: 0 | 1; google_sub?: string }) =>
      server().dependencies.db.updateTable('users').set(values).where('id', '=', id).execute()

    it('creates an account with a confirmed address and opens a session', async () => {
      const reply = await signIn({ email: 'Grace.Hopper@Example.org', sub: '1234' })
      expect(reply).toMatchObject({ status: 201 })
      const { access, user } = reply.body as { access: string; user: { id: number } }
      expect(await server().call(getProfile, { token: access })).toMatchObject({
        id: user.id,
        email: 'grace.hopper@example.org',
        first_name: 'Grace',
        last_name: 'Hopper',
        username: 'grace.hopper',
        email_verified: true,
        is_admin: false,
        receive_newsletters: false,
      })
      expect(await withEmail('grace.hopper@example.org')).toMatchObject([{ google_sub: '1234', password_hash: null }])
      const byPassword = { email: 'grace.hopper@example.org', password: 'null' }
      expect((await server().reply(login, { body: byPassword })).status).toBe(401)
    })

    it('accepts addresses with an internationalised domain, an apostrophe or an ampersand', async () => {
      const unique = randomUUID()
      const addresses = [`${unique}@xn--espaol-zwa.es`, `sean.o'${unique}@example.ie`, `a&${unique}@example.xn--p1ai`]
      for (const email of addresses)
        expect(await signIn({ sub: email, email })).toMatchObject({ status: 201, body: { user: { email } } })
    })

    it('recognises a user by Google’s user id, even when the email address changed', async () => {
      const sub = randomUUID()
      expect((await signIn({ sub })).status).toBe(201)
      const moved = await signIn({ sub, email: 'moved@example.org', email_verified: false })
      expect(moved).toMatchObject({ status: 200, body: { user: { email: `${sub}@example.org` } } })
      expect(await withEmail('moved@example.org')).toEqual([])
    })

    it('links an account whose address is confirmed on both sides', async () => {
      const { user, email, password } = await server().registerUser()
      await change(user.id, { email_verified: 1 })
      expect(await signIn({ sub: `g-${user.id}`, email })).toMatchObject({
        status: 200,
        body: { user: { id: user.id } },
      })
      expect(await withEmail(email)).toMatchObject([{ google_sub: `g-${user.id}`, first_name: 'Ada' }])
      // The password may be that of a stranger who registered this address:
      // tests/server/accounts/identity/google-account-linking.test.ts.
      expect((await server().reply(login, { body: { email, password } })).status).toBe(401)
    })

    it('never links an account whose address is not confirmed', async () => {
      const { user, email } = await server().registerUser()
      const reply = await signIn({ email })
      expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect((reply.body as { message: string }).message).toContain('never confirmed')
      expect(await withEmail(email)).toMatchObject([{ id: user.id, google_sub: null, email_verified: 0 }])
    })

    it('neither links nor creates an account with an address that Google has not confirmed', async () => {
      const { user, email } = await server().registerUser()
      await change(user.id, { email_verified: 1 })
      for (const email_verified of [false, undefined, 'true', 1]) {
        expect(await signIn({ email, email_verified })).toMatchObject(refused)
        expect(await signIn({ email_verified })).toMatchObject(refused)
      }
      for (const wrong of [undefined, '', 'nobody', 7]) expect(await signIn({ email: wrong })).toMatchObject(refused)
      expect(await withEmail(email)).toMatchObject([{ google_sub: null }])
    })

    it('never moves an account from one Google user to another', async () => {
      const { user, email } = await server().registerUser()
      await change(user.id, { email_verified: 1, google_sub: `first-${user.id}` })
      expect(await signIn({ email })).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await withEmail(email)).toMatchObject([{ google_sub: `first-${user.id}` }])
    })

    it('creates one account when two requests arrive at once', async () => {
      const sub = randomUUID()
      const replies = await Promise.all(Array.from({ length: 6 }, () => signIn({ sub })))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
      expect(await withEmail(`${sub}@example.org`)).toHaveLength(1)
    })

    it('links an account once when two requests arrive at once', async () => {
      const id = await insertTestUser(server().dependencies.db, `${randomUUID()}@example.org`)
      await change(id, { email_verified: 1 })
      const [row] = await users().where('id', '=', id).execute()
      const [one, two] = await Promise.all(
        ['a', 'b'].map((name) => signIn({ sub: `${name}-${id}`, email: row?.email })),
      )
      expect([one?.status, two?.status].sort()).toEqual([200, 409])
    })

    it('accepts a credential once, even when it arrives twice at the same time', async () => {
      const credential = await issuer.credential()
      const replies = await Promise.all([post(credential), post(credential), post(credential)])
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 401, 401])
      expect(await post(credential)).toMatchObject(refused)
    })

    it('accepts a credential once, however its signature is encoded', async () => {
      const given = await issuer.credential({ sub: randomUUID() })
      expect((await post(given)).status).toBe(201)
      const { credential, nonce } = given
      // The last base64 character of a 256-byte signature has bits without meaning.
      const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => credential.slice(0, -1) + letter)
      for (const other of [...others, `${credential}=`, `${credential}==`, `${credential} `, `${credential}\n`]) {
        expect((await post({ credential: other, nonce })).status, other.slice(-4)).toBeGreaterThanOrEqual(400)
      }
    })

    it('picks a username that is free', async () => {
      const name = randomUUID()
      await signIn({ email: `${name}@one.example.org` })
      const second = await signIn({ email: `${name}@two.example.org` })
      const { user } = second.body as { user: { username: string } }
      expect(user.username.startsWith(`${name}-`)).toBe(true)
    })

    it.each<[string, Claims, { first_name: string; last_name: string }]>([
      [
        'with characters that are not letters',
        { given_name: ' Gr4ce <b>', family_name: '(Hopper) 🎵' },
        { first_name: 'Gr ce b', last_name: 'Hopper' },
      ],
      [
        'of other scripts',
        { given_name: 'Μαρία-Ελένη', family_name: "O’Neill d'Arc" },
        { first_name: 'Μαρία-Ελένη', last_name: "O’Neill d'Arc" },
      ],
      [
        'that is missing',
        { given_name: undefined, family_name: undefined, name: 'Sukarno' },
        { first_name: 'Sukarno', last_name: '' },
      ],
      [
        'that is missing altogether',
        {
          given_name: 7,
          family_name: null,
          name: '',
          email: `${randomUUID().replace(/^........./, 'ines.')}@example.org`,
        },
        { first_name: expect.stringMatching(/^ines/), last_name: '' },
      ],
      [
        'without any letters',
        { given_name: '1', family_name: '2', name: '3', email: '4@example.org' },
        { first_name: 'Friend', last_name: '' },
      ],
      [
        'that is very long',
        { given_name: 'a'.repeat(500), family_name: 'é-'.repeat(100) },
        { first_name: 'a'.repeat(80), last_name: expect.stringMatching(/^(é-){39}é$/) },
      ],
    ])('cleans up a name %s', async (_name, claims, expected) => {
      const reply = await signIn(claims)
      expect(reply).toMatchObject({ status: expect.toSatisfy((status) => status === 201 || status === 200) })
      expect(reply.body).toMatchObject({ user: expected })
    })

    it('rejects forged credentials and creates no user', async () => {
      const forged = await issuer.credential({ email: 'forged@example.org' }, { key: await issuer.makeKey() })
      expect(await post(forged)).toMatchObject(refused)
      expect(await post({ credential: (await server().registerUser()).access, nonce: 'n' })).toMatchObject(refused)
      expect(await withEmail('forged@example.org')).toEqual([])
    })

    it('requires a credential, and its nonce where it was made with one', async () => {
      const nothing = {} as Credential
      const message = ['The sign-in was not accepted']
      expect(await post(nothing)).toMatchObject({ status: 400, body: { credential: message } })
      const { credential } = await issuer.credential()
      expect(await server().reply(registerWithGoogle, { body: { credential } })).toMatchObject(refused)
    })

    it('takes the credential alone from another app, which made it without a nonce', async () => {
      const { credential } = await issuer.credential({ nonce: undefined })
      expect((await server().reply(registerWithGoogle, { body: { credential } })).status).toBe(201)
    })

    it('is announced by the public configuration, and its script is allowed by the Content-Security-Policy', async () => {
      expect((await server().call(getConfig, {})).google_client_id).toBe(CLIENT_ID)
      const { headers } = await server().send('/')
      expect(headers.get('content-security-policy')).toContain('https://accounts.google.com/gsi/client')
    })

    it('never logs the credential, its nonce or the user', async () => {
      const { credential, nonce } = await issuer.credential({ email: 'secret-person@example.org' })
      await post({ credential, nonce })
      await post({ credential, nonce })
      const logs = server().logs.join('')
      for (const secret of [credential, nonce, 'secret-person']) expect(logs).not.toContain(secret)
    })
  },
  { env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url } },
)

describe('signing in with Google', () => {
  async function onServer(env: Record<string, string>) {
    const storage = await createTestStorage('sqlite')
    const server = await startTestServer(storage, { env })
    const reply = await server.reply(registerWithGoogle, { body: await issuer.credential() })
    const config = await server.call(getConfig, {})
    await server.close()
    await storage.remove()
    return { reply, config }
  }

  it('reports that Google is not set up when there is no client id', async () => {
    const { reply, config } = await onServer({})
    const body = { code: 'not_found', message: 'Signing in with Google is not set up here' }
    expect(reply).toMatchObject({ status: 404, body })
    expect(config.google_client_id).toBeNull()
  })

  it('asks the user to try again when the signing keys cannot be read', async () => {
    const { reply } = await onServer({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: `${issuer.server.url}/nothing` })
    const body = { code: 'overloaded', message: 'Google could not be asked just now. Try again shortly' }
    expect(reply).toMatchObject({ status: 503, body })
    expect(reply.headers.get('retry-after')).toBe('10')
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import type { BodyInput } from '#contract/endpoint.ts'
import { deleteAccount, getProfile, registerWithGoogle } from '#contract/endpoints/accounts.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { CLIENT_ID, type Claims, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())

const refused = { status: 400, body: { credential: ['The sign-in was not accepted'] } }

describeServerOnEachEngine(
  'deleting an account that signs in with Google',
  (server) => {
    const join = async (claims?: Claims) => {
      const body = await issuer.credential(claims)
      const { access, user } = await server().call(registerWithGoogle, { body })
      return { access, user, joinedWith: body }
    }
    const leave = ({ access }: { access: string }, body: BodyInput<typeof deleteAccount>) =>
      server().reply(deleteAccount, { token: access, body })
    const stays = ({ access }: { access: string }) => server().call(getProfile, { token: access })
    const users = () => server().dependencies.db.selectFrom('users').select('id')

    it('succeeds with a fresh credential, and the user may register again as a new user', async () => {
      const user = await join({ sub: 'grace' })
      const other = await join()
      expect(await leave(user, await issuer.credential({ sub: 'grace' }))).toMatchObject({ status: 204, text: '' })
      expect(await users().where('google_sub', '=', 'grace').execute()).toEqual([])
      expect(await server().reply(getProfile, { token: user.access })).toMatchObject({ status: 401 })
      await stays(other)
      expect((await join({ sub: 'grace' })).user.id).not.toBe(user.user.id)
    })

    it('rejects a credential of another user and one that was used before', async () => {
      const user = await join({ sub: 'ada' })
      const other = await join()
      const theirs = await issuer.credential({ sub: 'ada' })
      expect(await leave(other, theirs)).toMatchObject(refused)
      expect(await leave(user, user.joinedWith)).toMatchObject(refused)
      expect(await leave(user, { ...theirs, nonce: 'another' })).toMatchObject(refused)
      const forged = await issuer.credential({ sub: 'ada' }, { key: await issuer.makeKey() })
      expect(await leave(user, forged)).toMatchObject(refused)
      expect(await leave(user, await issuer.credential({ sub: 'ada', aud: 'elsewhere' }))).toMatchObject(refused)
      await stays(user)
      await stays(other)
      // The credential that others presented without success is not used up.
      expect((await leave(user, theirs)).status).toBe(204)
    })

    it('rejects Google credentials for an account that never signed in with Google, even with the same address', async () => {
      const user = await server().registerUser()
      expect(await leave(user, await issuer.credential({ email: user.email }))).toMatchObject(refused)
      expect((await leave(user, { password: user.password })).status).toBe(204)
    })

    it('requires a password when the body has neither proof, and a nonce when it has a credential only', async () => {
      const user = await join()
      const message = ['The sign-in was not accepted']
      const { credential } = await issuer.credential({ sub: user.user.email.split('@')[0] })
      expect(await leave(user, {} as never)).toMatchObject({
        status: 400,
        body: { password: ['Password is required'] },
      })
      expect(await leave(user, { credential } as never)).toMatchObject({ status: 400, body: { nonce: message } })
      expect(await leave(user, { credential: 7 } as never)).toMatchObject({
        status: 400,
        body: { credential: message, nonce: message },
      })
      await stays(user)
    })
  },
  { env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url } },
)

describe('deleting an account with Google', () => {
  async function onServer(env: Record<string, string>) {
    const storage = await createTestStorage('sqlite')
    const server = await startTestServer(storage, { env })
    const { access } = await server.registerUser()
    const reply = await server.reply(deleteAccount, { token: access, body: await issuer.credential() })
    await server.call(getProfile, { token: access })
    await server.close()
    await storage.remove()
    return reply
  }

  it('reports that Google is not set up when there is no client id', async () => {
    const body = { code: 'not_found', message: 'Signing in with Google is not set up here' }
    expect(await onServer({})).toMatchObject({ status: 404, body })
  })

  it('asks the user to try again when the signing keys cannot be read', async () => {
    const env = { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: `${issuer.server.url}/nothing` }
    expect(await onServer(env)).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  })
})

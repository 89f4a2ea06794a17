import { afterAll, expect, it, vi } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

/** What happens between the check of the next password and its result. */
const hashing = vi.hoisted(() => {
  // Earlier files have loaded the modules with another library.
  vi.resetModules()
  return { afterCheck: undefined as (() => Promise<void>) | undefined }
})
afterAll(() => vi.resetModules())
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: async (...given: Parameters<typeof real.verify>) => {
      const isRight = await real.verify(...given)
      const { afterCheck } = hashing
      hashing.afterCheck = undefined
      await afterCheck?.()
      return isRight
    },
  }
})

describeServerOnEachEngine('a login whose password was right when it was checked', (server) => {
  const sessionsOf = (userId: number) => {
    const valid = server().dependencies.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null)
    return valid.where('user_id', '=', userId).execute()
  }

  it('opens no session when the password is changed before the session is stored', async () => {
    const { id, email, password } = await server().registerUser()
    await server().call(accounts.forgotPassword, { body: { email } })
    const mail = (await mailsOf(server(), email)).at(-1) ?? {}
    hashing.afterCheck = async () => {
      const body = { token: tokenIn(mail), password: 'a louder evening' }
      expect((await server().reply(accounts.resetPassword, { body })).status).toBe(200)
    }
    expect(await server().reply(accounts.login, { body: { email, password } })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    })
    expect(await sessionsOf(id)).toEqual([])
    const changed = { email, password: 'a louder evening' }
    expect((await server().reply(accounts.login, { body: changed })).status).toBe(200)
  })

  it('is refused as for an unknown address when the account is deleted before the session is stored', async () => {
    const { id, access, email, password } = await server().registerUser()
    hashing.afterCheck = () => server().call(accounts.deleteAccount, { token: access, body: { password } })
    expect(await server().reply(accounts.login, { body: { email, password } })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    })
    expect(await sessionsOf(id)).toEqual([])
  })
})

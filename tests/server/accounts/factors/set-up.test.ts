import { expect, it } from 'vitest'
import { login } from '#contract/endpoints/accounts.ts'
import * as factors from '#contract/endpoints/factors.ts'
import { untilWaiting } from '#support/database/until-waiting.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'

const MINUTE = 60_000
const none = { totp_since: null, passkeys: [], recovery_codes_left: 0, is_required: false }

describeServerOnEachEngine('the second factor of an account', (server) => {
  const state = (token: string) => server().call(factors.getSecondFactor, { token })
  const logIn = (body: { email: string; password: string }) => server().reply(login, { body })
  const subjects = async (email: string) => (await mailsOf(server(), email)).map(({ subject }) => subject)

  it('is on once a code has confirmed its secret, and gives ten recovery codes', async () => {
    const user = await server().registerUser()
    const token = user.access
    const { secret, uri } = await server().call(factors.beginTotp, { token })
    const shown = new URL(uri)
    expect(shown.protocol).toBe('otpauth:')
    expect(shown.searchParams.get('secret')).toBe(secret)
    expect(await state(token)).toEqual(none)
    const refused = await server().reply(factors.confirmTotp, { token, body: { one_time_code: '000000' } })
    expect(refused).toMatchObject({ status: 400, body: { one_time_code: [expect.any(String)] } })
    expect((await logIn(user)).status).toBe(200)

    const { recoveryCodes } = await addSecondFactor(server(), token)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-?){4}$/)
    expect(await state(token)).toMatchObject({ totp_since: expect.any(String), recovery_codes_left: 10 })
    expect((await logIn(user)).status).toBe(401)
    expect(await subjects(user.email)).toContain('Logging in now takes a second step')
  })

  it('is not replaced while it is on', async () => {
    const user = await server().registerUser()
    await addSecondFactor(server(), user.access)
    const again = await server().reply(factors.beginTotp, { token: user.access })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('waits half an hour for its first code', async () => {
    const user = await server().registerUser()
    await server().call(factors.beginTotp, { token: user.access })
    server().advance(30 * MINUTE)
    const body = { one_time_code: '000000' }
    const { access: token } = await server().call(login, { body: user })
    expect((await server().reply(factors.confirmTotp, { token, body })).status).toBe(404)
  })

  it('is stored encrypted, and its recovery codes as hashes', async () => {
    const user = await server().registerUser()
    const { secret } = await server().call(factors.beginTotp, { token: user.access })
    const { recoveryCodes } = await addSecondFactor(server(), user.access)
    const { db } = server().dependencies
    const stored = JSON.stringify([
      await db.selectFrom('totp_secrets').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ])
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
  })

  it('cannot be copied from another account into this one', async () => {
    const [owner, thief] = [await server().registerUser(), await server().registerUser()]
    const known = await addSecondFactor(server(), thief.access)
    await addSecondFactor(server(), owner.access)
    const { db } = server().dependencies
    const { sealed } = await db
      .selectFrom('totp_secrets')
      .select('sealed')
      .where('user_id', '=', thief.user.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('totp_secrets').set({ sealed }).where('user_id', '=', owner.user.id).execute()
    const { challenge = '' } = (await logIn(owner)).body as { challenge?: string }
    const body = { challenge, one_time_code: known.nextCode() }
    expect((await server().reply(factors.enterSecondFactor, { body })).status).toBe(400)
  })

  it('gives new recovery codes, which end the earlier ones', async () => {
    const user = await server().registerUser()
    const token = user.access
    const { recoveryCodes } = await addSecondFactor(server(), token)
    const { recovery_codes } = await server().call(factors.renewRecoveryCodes, { token })
    const { challenge = '' } = (await logIn(user)).body as { challenge?: string }
    const enter = async (one_time_code = '') =>
      (await server().reply(factors.enterSecondFactor, { body: { challenge, one_time_code } })).status
    expect(await enter(recoveryCodes[0])).toBe(400)
    expect(await enter(recovery_codes[0])).toBe(200)
  })

  it('has ten recovery codes after two requests at once for new ones', async () => {
    const { access: token, user } = await server().registerUser()
    await addSecondFactor(server(), token)
    const renewTwice = () => Promise.all([1, 2].map(() => server().call(factors.renewRecoveryCodes, { token })))
    const { db, engine } = server().dependencies
    if (engine === 'sqlite') await renewTwice()
    else {
      let renewed: Promise<unknown> | undefined
      await db.transaction().execute(async (trx) => {
        // Holds both requests up, so that the second one begins before the first has ended.
        const codes = trx.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', user.id)
        await codes.forUpdate().execute()
        renewed = renewTwice()
        await untilWaiting(db, 2)
      })
      await renewed
    }
    expect(await state(token)).toMatchObject({ recovery_codes_left: 10 })
  })

  it('is removed with its recovery codes; a mail says so, and the password alone opens the account', async () => {
    const user = await server().registerUser()
    const token = user.access
    await addSecondFactor(server(), token)
    await server().call(factors.removeTotp, { token })
    expect(await state(token)).toEqual(none)
    expect((await logIn(user)).status).toBe(200)
    expect(await subjects(user.email)).toContain('The second step was removed from your account')
    expect((await server().reply(factors.renewRecoveryCodes, { token })).status).toBe(404)
  })
})

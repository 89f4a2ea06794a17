import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { createUser, updateUser } from '#contract/endpoints/admin.ts'
import { fieldMessages } from '#contract/field-messages.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const few = fieldMessages.password_repetitive
const personal = fieldMessages.password_personal

describeServerOnEachEngine('a weak password', (server) => {
  /** An address and a username that no other account has. */
  const somebody = () => {
    const local = `lady.byron-${randomUUID().slice(0, 8)}`
    return { email: `${local}@example.org`, username: `countess ${randomUUID()}`, local }
  }
  const weakFor = ({ email, username, local }: ReturnType<typeof somebody>) =>
    [
      ['aaaaaaaa', few.en],
      ['        ', few.en],
      ['abcabcabc', few.en],
      ['AaAaBbBb', few.en],
      ['companion', personal.en],
      ['Companion 2026!', personal.en],
      ['ｃｏｍｐａｎｉｏｎ', personal.en],
      [email, personal.en],
      [email.toUpperCase(), personal.en],
      [local, personal.en],
      [`${local}1`, personal.en],
      [username.toUpperCase(), personal.en],
      ['augustina', personal.en],
      ['Lovelace-7', personal.en],
      ['augustina.lovelace', personal.en],
      ['LovelaceAugustina', personal.en],
    ] as const
  const names = { first_name: 'Augustina', last_name: 'Lovelace' }

  it('is rejected at registration, in the user’s language', async () => {
    const { local, ...given } = somebody()
    for (const [password, message] of weakFor({ local, ...given })) {
      const reply = await server().reply(accounts.register, { body: { ...given, ...names, password } })
      expect(reply, password).toMatchObject({ status: 400, body: { password: [message] } })
    }
    const headers = { 'Accept-Language': 'es' }
    for (const [password, message] of [
      ['aaaaaaaa', few.es],
      ['companion', personal.es],
    ] as const) {
      const reply = await server().reply(accounts.register, { body: { ...given, ...names, password }, headers })
      expect(reply.body).toEqual({ password: [message] })
    }
  })

  it('is rejected when a user changes it or sets it by a mailed link, which stays valid', async () => {
    const { local, ...given } = somebody()
    const user = await server().registerUser({ ...given, ...names })
    await server().call(accounts.forgotPassword, { body: given })
    const mails = await mailsOf(server(), given.email)
    const token = tokenIn(mails.find(({ subject }) => subject === 'Choose a new password') ?? {})
    for (const [password, message] of weakFor({ local, ...given })) {
      const change = { current_password: user.password, new_password: password }
      const changed = await server().reply(accounts.changePassword, { token: user.access, body: change })
      expect(changed, password).toMatchObject({ status: 400, body: { new_password: [message] } })
      const reset = await server().reply(accounts.resetPassword, { body: { token, password } })
      expect(reset, password).toMatchObject({ status: 400, body: { password: [message] } })
    }
    const body = { token, password: 'a louder evening' }
    expect((await server().reply(accounts.resetPassword, { body })).status).toBe(200)
  })

  it('is rejected when an admin sets it, compared with the account’s old and new names', async () => {
    const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    const { local, ...given } = somebody()
    for (const [password, message] of weakFor({ local, ...given })) {
      const reply = await server().reply(createUser, { token: admin.token, body: { ...given, ...names, password } })
      expect(reply, password).toMatchObject({ status: 400, body: { password: [message] } })
    }
    const { user } = await server().registerUser({ ...given, ...names })
    const change = (body: object) => server().reply(updateUser, { token: admin.token, params: { id: user.id }, body })
    for (const [password, message] of weakFor({ local, ...given })) {
      expect(await change({ password }), password).toMatchObject({ status: 400, body: { password: [message] } })
    }
    const refused = { status: 400, body: { password: [personal.en] } }
    expect(await change({ last_name: 'Wintermute', password: 'wintermute' })).toMatchObject(refused)
    expect(await change({ username: '', password: given.username })).toMatchObject(refused)
    expect((await change({ password: 'a louder evening' })).status).toBe(200)
  })

  it('still logs in when it was set before these rules existed', async () => {
    const user = await server().registerUser()
    const { db } = server().dependencies
    const { hashPassword } = await import('#server/modules/accounts/password/password-hash.ts')
    const password_hash = await hashPassword('aaaaaaaa')
    await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    const body = { email: user.email, password: 'aaaaaaaa' }
    expect((await server().reply(accounts.login, { body })).status).toBe(200)
  })
})

import { expect, it, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createSsoToken, deleteAccount, exportAccount, validateSso } from '#contract/endpoints/accounts.ts'
import { deleteUser, updateUser } from '#contract/endpoints/admin.ts'
import { beginTotp, confirmSession, removeTotp } from '#contract/endpoints/factors.ts'
import { calls } from '#server/http/api/bind-routes.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser, PASSWORD } from '#support/users/inserted-user.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'

const TEN_MINUTES = 600_000
const unconfirmed = (...methods: string[]) => ({ status: 403, body: { code: 'confirmation_required', methods } })

test('calls that need a recent confirmation are these', () => {
  const asked = (how: Endpoint['confirm']) =>
    calls.filter(({ endpoint }) => endpoint.confirm === how).map(({ name }) => name)
  expect(asked('with-second-factor')).toEqual(['deleteAccount'])
  expect(asked('always').sort()).toEqual([
    'beginPasskey',
    'beginTotp',
    'createUser',
    'deleteUser',
    'exportAudit',
    'exportNewsletterRecipients',
    'exportSubscriptions',
    'exportUsers',
    'refundInvoice',
    'removePasskey',
    'removeTotp',
    'removeUserFactor',
    'renewRecoveryCodes',
    'requestEmailChange',
    'updateUser',
  ])
})

describeServerOnEachEngine('a call that needs a recent confirmation', (server) => {
  const makeAdmin = () => insertSignedInUser(server().dependencies, { isAdmin: true })
  const makeUser = () => insertSignedInUser(server().dependencies)
  const confirm = (token: string, body: { password: string } | { one_time_code: string }) =>
    server().reply(confirmSession, { token, body })

  it('is refused ten minutes after the admin has logged in, changes nothing, and goes on after the password', async () => {
    const { token } = await makeAdmin()
    const { id } = await makeUser()
    const promote = () => server().reply(updateUser, { token, params: { id }, body: { is_vip: true } })
    server().advance(TEN_MINUTES)
    expect(await promote()).toMatchObject(unconfirmed('password'))
    const user = server().dependencies.db.selectFrom('users').select('is_vip').where('id', '=', id)
    expect(await user.executeTakeFirst()).toEqual({ is_vip: 0 })
    expect((await confirm(token, { password: 'not that one' })).status).toBe(400)
    expect(await promote()).toMatchObject(unconfirmed('password'))
    expect((await confirm(token, { password: PASSWORD })).status).toBe(204)
    expect((await promote()).status).toBe(200)
    server().advance(TEN_MINUTES - 5_000)
    expect((await promote()).status).toBe(200)
    server().advance(5_000)
    expect(await promote()).toMatchObject(unconfirmed('password'))
  })

  it('takes a code, not the password, of an account with a second factor', async () => {
    const { token } = await makeAdmin()
    const { id } = await makeUser()
    const factor = await addSecondFactor(server(), token)
    server().advance(TEN_MINUTES)
    const remove = () => server().reply(deleteUser, { token, params: { id } })
    expect(await remove()).toMatchObject(unconfirmed('code'))
    expect(await confirm(token, { password: PASSWORD })).toMatchObject(unconfirmed('code'))
    expect((await confirm(token, { one_time_code: factor.nextCode() })).status).toBe(204)
    expect((await remove()).status).toBe(204)
  })

  it('is confirmed in one session only', async () => {
    const admin = await makeAdmin()
    server().advance(TEN_MINUTES)
    const audience = 'companion_app'
    const { token: sso } = await server().call(createSsoToken, { token: admin.token, body: { audience } })
    const other = await server().call(validateSso, { body: { token: sso } })
    await confirm(admin.token, { password: PASSWORD })
    const begin = async (token: string) => (await server().reply(beginTotp, { token })).status
    expect(await begin(other.access)).toBe(403)
    expect(await begin(admin.token)).toBe(201)
  })

  it('adds no step to the deletion and export of an account without a second factor', async () => {
    const { token } = await makeUser()
    server().advance(TEN_MINUTES)
    expect((await server().reply(exportAccount, { token })).status).toBe(200)
    expect((await server().reply(deleteAccount, { token, body: { password: PASSWORD } })).status).toBe(204)
  })

  it('includes the deletion of an account with a second factor, and its removal', async () => {
    const { token } = await makeUser()
    const factor = await addSecondFactor(server(), token)
    server().advance(TEN_MINUTES)
    const remove = () => server().reply(deleteAccount, { token, body: { password: PASSWORD } })
    expect(await remove()).toMatchObject(unconfirmed('code'))
    expect(await server().reply(removeTotp, { token })).toMatchObject(unconfirmed('code'))
    expect((await confirm(token, { one_time_code: factor.nextCode() })).status).toBe(204)
    expect((await remove()).status).toBe(204)
  })
})

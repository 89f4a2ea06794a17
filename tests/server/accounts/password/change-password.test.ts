import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine('changing the password', (server) => {
  const change = (token: string, current_password: string, new_password: string) =>
    server().reply(accounts.changePassword, { token, body: { current_password, new_password } })

  it('ends the other sessions, gives this session new tokens and mails the user', async () => {
    const user = await server().registerUser()
    const other = await server().call(accounts.login, { body: user })
    const body = { current_password: user.password, new_password: 'a louder evening' }
    const tokens = await server().call(accounts.changePassword, { token: user.access, body })
    expect(tokens.message).toContain('signed out')
    expect(tokens.refresh).not.toBe(user.refresh)

    expect((await server().reply(accounts.getProfile, { token: tokens.access })).status).toBe(200)
    const refresh = { refresh: tokens.refresh }
    expect((await server().reply(accounts.refreshToken, { body: refresh })).status).toBe(200)
    expect((await server().reply(accounts.getProfile, { token: other.access })).status).toBe(401)
    expect((await server().reply(accounts.refreshToken, { body: { refresh: other.refresh } })).status).toBe(401)

    const login = (password: string) => server().reply(accounts.login, { body: { email: user.email, password } })
    expect((await login(user.password)).status).toBe(401)
    expect((await login('a louder evening')).status).toBe(200)
    expect((await mailsOf(server(), user.email)).map(({ subject }) => subject)).toContain('Your password was changed')
  })

  it('leaves nothing to whoever has copied the tokens of this device', async () => {
    const user = await server().registerUser()
    const listed = async (token: string) => (await server().call(accounts.listSessions, { token })).results
    const [before] = await listed(user.access)
    const body = { current_password: user.password, new_password: 'a louder evening' }
    const { access, refresh } = await server().call(accounts.changePassword, { token: user.access, body })
    const renew = (token: string) => server().reply(accounts.refreshToken, { body: { refresh: token } })
    expect((await renew(user.refresh)).status).toBe(401)
    expect((await server().reply(accounts.getProfile, { token: user.access })).status).toBe(401)
    const after = await listed(access)
    expect(after).toEqual([
      { ...before, id: expect.not.stringContaining(before?.id ?? ''), last_used_at: expect.any(String) },
    ])
    expect((await renew(refresh)).status).toBe(200)
    expect((await change(user.access, body.new_password, 'a quiet morning')).status).toBe(401)
  })

  it('requires the current password, and changes nothing without it', async () => {
    const user = await server().registerUser()
    const other = await server().call(accounts.login, { body: user })
    expect(await change(user.access, 'not this one', 'a louder evening')).toMatchObject({
      status: 400,
      body: { current_password: ['The password is not right'] },
    })
    expect((await server().reply(accounts.getProfile, { token: other.access })).status).toBe(200)
    expect((await server().reply(accounts.login, { body: user })).status).toBe(200)
  })

  it('keeps one token family when tokens are refreshed at the same time', async () => {
    const user = await server().registerUser()
    const body = { refresh: user.refresh }
    const refreshes = Array.from({ length: 5 }, () => server().reply(accounts.refreshToken, { body }))
    const changed = await change(user.access, user.password, 'a louder evening')
    expect(changed.status).toBe(200)
    await Promise.all(refreshes)
    const { refresh } = changed.body as { refresh: string }
    expect((await server().reply(accounts.refreshToken, { body: { refresh } })).status).toBe(200)
  })

  it('invalidates links that were mailed before', async () => {
    const user = await server().registerUser()
    await server().call(accounts.forgotPassword, { body: { email: user.email } })
    const mail = (await mailsOf(server(), user.email)).find(({ subject }) => subject === 'Choose a new password')
    expect((await change(user.access, user.password, 'a louder evening')).status).toBe(200)
    const body = { token: tokenIn(mail ?? {}), password: 'somebody else' }
    expect((await server().reply(accounts.resetPassword, { body })).status).toBe(400)
  })

  it('is rejected for a visitor', async () => {
    expect((await change('', 'a', 'a louder evening')).status).toBe(401)
  })
})

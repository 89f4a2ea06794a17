import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine('an account', (server) => {
  const fresh = () => ({
    email: `${randomUUID()}@example.org`,
    password: 'a quiet evening',
    first_name: 'María José',
    last_name: "O'Brien-Núñez",
  })

  it('is created by registering, signs the user in and stores only the fields that the form asks for', async () => {
    const body = { ...fresh(), is_admin: true, is_vip: true, id: 7, language: 'es' }
    const { user, access, refresh } = await server().call(accounts.register, { body })
    expect(user).toMatchObject({
      email: body.email,
      username: body.email.split('@')[0],
      first_name: 'María José',
      last_name: "O'Brien-Núñez",
      is_admin: false,
      is_vip: false,
      receive_newsletters: false,
      subscriptions: [],
      profile: { is_provider: false, photo_url: null, language: 'en' },
    })
    expect(user.id).not.toBe(7)
    expect(refresh).toMatch(/^[0-9a-f-]{36}\.1\./)
    expect(await server().call(accounts.getProfile, { token: access })).toEqual(user)
  })

  it('takes its language from the request that registers it', async () => {
    const headers = { 'Accept-Language': 'fr-FR, es-MX;q=0.9, en;q=0.8' }
    const { user } = await server().call(accounts.register, { body: fresh(), headers })
    expect(user.profile.language).toBe('es')
  })

  it('is found by its email address in any letter case and Unicode form', async () => {
    const body = { ...fresh(), password: 'canci\u00f3n larga' }
    await server().call(accounts.register, { body })
    const login = { email: ` ${body.email.toUpperCase()} `, password: 'cancio\u0301n larga' }
    const { user } = await server().call(accounts.login, { body: login })
    expect(user.email).toBe(body.email)
  })

  it('is created once per email address, even when two registrations arrive at once', async () => {
    const body = fresh()
    const replies = await Promise.all([1, 2, 3, 4].map(() => server().reply(accounts.register, { body })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 400, 400, 400])
    const refused = replies.find((reply) => reply.status === 400)
    expect(refused?.body).toEqual({ email: ['An account with this email already exists'] })
  })

  it('gets a unique username from the part of the address before the @', async () => {
    const local = randomUUID()
    const users = await Promise.all(
      ['example.org', 'example.net', 'example.com'].map((host) => server().registerUser({ email: `${local}@${host}` })),
    )
    const names = users.map((user) => user.user.username)
    expect(new Set(names).size).toBe(3)
    expect(names).toContain(local)
    for (const name of names) expect(name.startsWith(local)).toBe(true)
  })

  it('keeps the chosen username, and rejects one that is taken in any letter case', async () => {
    const username = `Ada ${randomUUID()}`
    expect((await server().registerUser({ username })).user.username).toBe(username)
    const taken = await server().reply(accounts.register, { body: { ...fresh(), username: username.toUpperCase() } })
    expect(taken).toMatchObject({ status: 400, body: { username: ['This username is taken'] } })
  })

  it('rejects a wrong password and an unknown address with the same response', async () => {
    const user = await server().registerUser()
    const wrong = await server().reply(accounts.login, { body: { email: user.email, password: 'not this one' } })
    const unknown = await server().reply(accounts.login, { body: { email: fresh().email, password: 'not this one' } })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
    expect(unknown.body).toEqual(wrong.body)
    expect(unknown.status).toBe(401)
  })

  it('is reported as existing or not by the call that checks an email address', async () => {
    const user = await server().registerUser()
    const ask = (email: string) => server().call(accounts.checkEmail, { body: { email } })
    expect(await ask(user.email.toUpperCase())).toEqual({ exists: true })
    expect(await ask(fresh().email)).toEqual({ exists: false })
  })

  it('updates only the profile fields that the request contains', async () => {
    const user = await server().registerUser()
    const body = { first_name: 'Grace', language: 'es' as const, is_admin: true, email: 'other@example.org', id: 1 }
    const changed = await server().call(accounts.updateProfile, { token: user.access, body })
    expect(changed).toEqual({
      ...user.user,
      first_name: 'Grace',
      profile: { ...user.user.profile, language: 'es' },
    })
    const username = `grace-${randomUUID()}`
    const renamed = await server().call(accounts.updateProfile, {
      token: user.access,
      body: { username, receive_newsletters: true },
    })
    expect(renamed).toMatchObject({ username, receive_newsletters: true, first_name: 'Grace' })
    const same = await server().call(accounts.updateProfile, { token: user.access, body: { username: ' ' } })
    expect(same.username).toBe(username)
  })

  it('cannot change its username to one that another user has', async () => {
    const [one, other] = await Promise.all([server().registerUser(), server().registerUser()])
    const body = { username: other.user.username.toUpperCase() }
    const reply = await server().reply(accounts.updateProfile, { token: one.access, body })
    expect(reply).toMatchObject({ status: 400, body: { username: ['This username is taken'] } })
  })

  it('never stores or logs a password in plain text', async () => {
    const password = `secret ${randomUUID()}`
    const user = await server().registerUser({ password })
    const row = await server()
      .dependencies.db.selectFrom('users')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$/)
    const log = server().logs.join('')
    for (const secret of [password, user.access, user.refresh, user.email]) expect(log).not.toContain(secret)
  })
})

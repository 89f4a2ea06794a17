import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { getProfile, login, resetPassword, updateProfile } from '#contract/endpoints/accounts.ts'
import * as calls from '#contract/endpoints/admin.ts'
import type { User } from '#contract/objects/user.ts'
import { userFlags } from '#contract/objects/user-list.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { readAuditLog } from '#support/api/read-audit-log.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser, PASSWORD } from '#support/users/inserted-user.ts'

const address = () => `${randomUUID()}@example.org`

describeServerOnEachEngine('the users of the admin panel', (server) => {
  let admin: InsertedUser
  beforeAll(async () => {
    admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
  })
  const db = () => server().dependencies.db
  const row = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const create = (body: object, headers: Record<string, string> = {}) =>
    server().reply(calls.createUser, { token: admin.token, body: body as never, headers })
  const change = (id: number, body: object, token = admin.token) =>
    server().reply(calls.updateUser, { token, params: { id }, body: body as never })
  const list = (query: object = {}) => server().call(calls.listUsers, { token: admin.token, query })
  const logIn = (email: string, password: string) => server().reply(login, { body: { email, password } })
  const entriesAbout = (user_id: number) => readAuditLog(server(), admin.token, { user_id })

  describe('creating a user', () => {
    it('lets the user log in with the given password, and mails a confirmation link', async () => {
      const email = address()
      const flags = { is_vip: true, is_provider: true, is_ad_subscriber: true, receive_newsletters: true }
      const given = { first_name: 'Zoë', last_name: '', username: 'zoe.admin', ...flags }
      const reply = await create({ email: email.toUpperCase(), password: PASSWORD, ...given })
      expect(reply).toMatchObject({
        status: 201,
        body: {
          email,
          ...given,
          is_admin: false,
          email_verified: false,
          subscriptions: [],
          profile: { is_provider: true },
        },
      })
      expect((await logIn(email, PASSWORD)).status).toBe(200)
      expect((await mailsOf(server(), email)).map(({ subject }) => subject)).toEqual(['Confirm your address'])
      expect((await entriesAbout((reply.body as User).id))[0]).toMatchObject({
        actor: admin.id,
        actor_name: 'Ada Byron',
        action: 'user.created',
        subject_name: 'Zoë',
        detail: { flags: ['is_provider', 'is_vip', 'is_ad_subscriber', 'receive_newsletters'], invited: false },
      })
    })

    it.each([{}, { password: '' }])(
      'mails a link that sets the password once when none is given (%j)',
      async (none) => {
        const email = address()
        const reply = await create({ email, ...none }, { 'Accept-Language': 'es' })
        const { id } = reply.body as User
        expect(reply.status).toBe(201)
        expect((await row(id)).password_hash).toBeNull()
        const [mail, ...others] = await mailsOf(server(), email)
        expect([mail?.subject, others.length]).toEqual(['Tu cuenta de Companion está lista', 0])
        server().advance(6 * DAY_MS)
        const body = { token: tokenIn(mail ?? {}), password: 'a quiet morning' }
        expect((await server().reply(resetPassword, { body })).status).toBe(200)
        const again = { ...body, password: 'a louder morning' }
        expect((await server().reply(resetPassword, { body: again })).status).toBe(400)
        expect(await logIn(email, 'a quiet morning')).toMatchObject({
          status: 200,
          body: { user: { email_verified: true } },
        })
        admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      },
    )

    it('makes a free username from the part before the @ when none is given', async () => {
      const name = `ana.${randomUUID().slice(0, 8)}`
      const usernames = []
      for (const [host, username] of [
        ['one.example', ''],
        ['two.example', undefined],
        ['three.example', undefined],
      ]) {
        const { body } = await create({ email: `${name}@${host}`, username, password: PASSWORD })
        usernames.push((body as User).username)
      }
      expect(usernames[0]).toBe(name)
      for (const other of usernames.slice(1)) expect(other).toMatch(new RegExp(`^${name}-\\d+$`))
      expect(new Set(usernames).size).toBe(3)
    })

    it.each([
      [{}, 'email', 'Email is required', 'El correo es obligatorio'],
      [{ email: 'nobody' }, 'email', 'Invalid email', 'Correo no válido'],
      [
        { email: 'a@example.org', password: '1234567' },
        'password',
        'Password must be at least 8 characters',
        'La contraseña debe tener al menos 8 caracteres',
      ],
      [
        { email: 'a@example.org', password: 'password1' },
        'password',
        'Too many people use this password. Choose another',
        'Demasiada gente usa esta contraseña. Elige otra',
      ],
      [
        { email: 'a@example.org', username: 'ab' },
        'username',
        'Username must be at least 3 characters',
        'El nombre de usuario debe tener al menos 3 caracteres',
      ],
    ])('reports what is wrong with %j', async (body, field, english, spanish) => {
      expect(await create(body)).toMatchObject({ status: 400, body: { [field]: [english] } })
      expect((await create(body, { 'Accept-Language': 'es' })).body).toEqual({ [field]: [spanish] })
    })

    it('rejects a taken address or username as a field error, for all but one of five at once', async () => {
      const email = address()
      const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create({ email })))
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
      expect((await create({ email })).body).toEqual({ email: ['An account with this email already exists'] })
      const [{ username } = { username: '' }] = replies
        .filter(({ status }) => status === 201)
        .map(({ body }) => body as User)
      expect((await create({ email: address(), username: username.toUpperCase() })).body).toEqual({
        username: ['This username is taken'],
      })
    })

    it('ignores a field that the call does not have', async () => {
      const smuggled = {
        is_admin: true,
        email_verified: true,
        id: 1,
        password_hash: 'x',
        google_sub: 'x',
        photo_url: 'x',
      }
      const { body } = await create({ email: address(), ...smuggled })
      const none = { is_admin: 0, email_verified: 0, password_hash: null, google_sub: null, photo_url: null }
      const made = await row((body as User).id)
      expect(made).toMatchObject(none)
      expect((await change(made.id, { ...smuggled, is_admin: undefined, is_vip: true })).status).toBe(200)
      expect(await row(made.id)).toMatchObject({ ...none, is_vip: 1 })
    })
  })

  describe('searching users', () => {
    it('finds prefixes of names, email and username without regard to accents, and requires all words', async () => {
      const key = `q${randomUUID().slice(0, 8)}`
      const muñoz = (await create({ email: `${key}@sol.example`, first_name: 'Íñigo', last_name: 'Muñoz Peña' }))
        .body as User
      const other = (await create({ email: address(), first_name: 'Inigo', last_name: key, username: `${key}-two` }))
        .body as User
      const found = async (search: string) => (await list({ search })).results.map(({ id }) => id)
      expect(await found(key)).toEqual([other.id, muñoz.id])
      expect(await found(`${key} muñoz`)).toEqual([muñoz.id])
      expect(await found(`MUNOZ ${key.slice(0, 6)}`)).toEqual([muñoz.id])
      expect(await found(`${key}@sol.ex`)).toEqual([muñoz.id])
      expect(await found(`inigo ${key}`)).toEqual([other.id, muñoz.id])
      expect(await found(`${key}-two`)).toEqual([other.id])
      expect(await found(`${key.slice(1)}`)).toEqual([])
      expect(await found('%')).toEqual([])
      expect(await found('! . ')).toEqual([])
    })

    it('finds a user by the current names, whoever changed them', async () => {
      const [old, own, given] = [1, 2, 3].map(() => `w${randomUUID().slice(0, 8)}`)
      const email = address()
      const { id } = (await create({ email, password: PASSWORD, username: old })).body as User
      const count = async (search: string | undefined) => (await list({ search })).count
      expect(await count(old)).toBe(1)
      const { access: token } = (await logIn(email, PASSWORD)).body as { access: string }
      await server().call(updateProfile, { token, body: { username: own } })
      expect([await count(old), await count(own)]).toEqual([0, 1])
      await change(id, { email: `${given}@example.org`, first_name: 'Ana' })
      expect([await count(email), await count(given)]).toEqual([0, 1])
      await server().call(calls.deleteUser, { token: admin.token, params: { id } })
      expect(await count(given)).toBe(0)
    })

    it('returns pages, newest first, filtered by badge', async () => {
      const key = `p${randomUUID().slice(0, 8)}`
      const made: number[] = []
      for (let n = 0; n < 5; n += 1) {
        const body = { email: `${key}.${n}@example.org`, is_vip: n % 2 === 0, receive_newsletters: n === 3 }
        made.unshift(((await create(body)).body as User).id)
      }
      const first = await list({ search: key, page_size: 2 })
      expect([first.count, first.previous, first.results.map(({ id }) => id)]).toEqual([5, null, made.slice(0, 2)])
      expect(first.next).toBe(
        `${server().dependencies.config.publicUrl}/api/v1/accounts/users/?search=${key}&page_size=2&page=2`,
      )
      const last = await list({ search: key, page_size: 2, page: 3 })
      expect([last.next, last.results.map(({ id }) => id)]).toEqual([null, made.slice(4)])
      expect(last.previous).toContain('page=2')
      expect((await list({ search: key, page: 999_999 })).results).toEqual([])
      expect((await list({ search: key, flag: 'is_vip' })).count).toBe(3)
      expect((await list({ search: key, flag: 'receive_newsletters' })).results.map(({ id }) => id)).toEqual([made[1]])
      for (const flag of userFlags) {
        const all = await list({ flag, page_size: 200 })
        expect(all.results.every((user) => user[flag])).toBe(true)
        expect(all.count).toBe(all.results.length)
      }
      expect(
        (await server().reply(calls.listUsers, { token: admin.token, query: { flag: 'tall' } as never })).status,
      ).toBe(400)
    })

    it('shows the subscriptions of each user', async () => {
      const someone = await insertSignedInUser(server().dependencies)
      const [listed] = (await list({ search: someone.email })).results
      expect(listed?.subscriptions).toHaveLength(1)
      const alone = await server().call(calls.getUser, { token: admin.token, params: { id: someone.id } })
      expect(listed).toMatchObject(alone)
    })
  })

  describe('changing a user', () => {
    it('changes only the given fields, and records their names in the audit log', async () => {
      const { id } = await insertSignedInUser(server().dependencies)
      const before = await row(id)
      const reply = await change(id, { first_name: 'Grace', is_vip: true, receive_newsletters: false, username: '' })
      expect(reply).toMatchObject({ status: 200, body: { first_name: 'Grace', is_vip: true } })
      const { updated_at } = await row(id)
      expect(await row(id)).toEqual({
        ...before,
        first_name: 'Grace',
        name_key: 'grace byron',
        is_vip: 1,
        updated_at,
      })
      expect((await entriesAbout(id))[0]).toMatchObject({
        action: 'user.changed',
        detail: { fields: ['first_name', 'is_vip'], is_vip: true },
      })
      expect((await change(987_654, { is_vip: true })).status).toBe(404)
    })

    it('marks another address unconfirmed, unlinks Google, ends the sessions and invalidates old links', async () => {
      const email = address()
      const { id } = (await create({ email })).body as User
      const invited = tokenIn((await mailsOf(server(), email))[0] ?? {})
      await db()
        .updateTable('users')
        .set({ email_verified: 1, google_sub: randomUUID() })
        .where('id', '=', id)
        .execute()
      const moved = address()
      const open = () =>
        db().selectFrom('sessions').select('id').where('user_id', '=', id).where('revoked_at', 'is', null)
      await db()
        .updateTable('users')
        .set({ password_hash: (await row(admin.id)).password_hash })
        .where('id', '=', id)
        .execute()
      expect((await logIn(email, PASSWORD)).status).toBe(200)
      expect((await change(id, { email })).status).toBe(200)
      expect(await open().execute()).toHaveLength(1)
      expect((await change(id, { email: moved })).body).toMatchObject({ email: moved, email_verified: false })
      expect(await open().execute()).toEqual([])
      expect(await row(id)).toMatchObject({ google_sub: null, email_verified: 0 })
      expect((await mailsOf(server(), moved)).map(({ subject }) => subject)).toEqual(['Confirm your address'])
      const reply = await server().reply(resetPassword, { body: { token: invited, password: 'a quiet morning' } })
      expect(reply.status).toBe(400)
      const taken = await change(id, { email: admin.email })
      expect(taken).toMatchObject({ status: 400, body: { email: ['An account with this email already exists'] } })
      const { username } = await row(admin.id)
      expect((await change(id, { username })).body).toEqual({ username: ['This username is taken'] })
      expect((await change(id, { email: moved })).body).toMatchObject({ email_verified: false })
    })

    it('signs the user out everywhere with another password and notifies them by mail', async () => {
      const someone = await insertSignedInUser(server().dependencies)
      expect((await change(someone.id, { password: 'short' })).body).toEqual({
        password: ['Password must be at least 8 characters'],
      })
      expect((await change(someone.id, { password: 'a quiet morning' })).status).toBe(200)
      expect((await server().reply(getProfile, { token: someone.token })).status).toBe(401)
      expect((await logIn(someone.email, PASSWORD)).status).toBe(401)
      expect((await logIn(someone.email, 'a quiet morning')).status).toBe(200)
      expect((await mailsOf(server(), someone.email)).map(({ subject }) => subject)).toEqual([
        'Your password was changed',
      ])
      expect((await entriesAbout(someone.id))[0]).toMatchObject({ detail: { fields: ['password'] } })
    })
  })
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { createUser, updateUser } from '#contract/endpoints/admin.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const refused = { status: 400, body: { username: ['Username cannot contain line breaks or invisible characters'] } }

/** The effect of each of these characters on a list, a terminal or a line of text is invisible in the name itself. */
const hidden = [
  ['an escape sequence', 'ada\u001b[31m'],
  ['a line feed', 'ada\nbyron'],
  ['a carriage return', 'ada\rbyron'],
  ['a tab', 'ada\tbyron'],
  ['a line separator', 'ada\u2028byron'],
  ['a paragraph separator', 'ada\u2029byron'],
  ['a C1 control', 'ada\u0085byron'],
  ['a right-to-left override', 'ada\u202egpj'],
  ['a direction isolate', 'ada\u2066byron\u2069'],
  ['a zero-width space', 'ada\u200bbyron'],
  ['a zero-width joiner', 'ada\u200dbyron'],
  ['a byte order mark', 'ada\ufeffbyron'],
] as const

describeServerOnEachEngine('a username', (server) => {
  it.each(hidden)('cannot contain %s, whoever sets it', async (_what, username) => {
    const { dependencies } = server()
    const [user, admin] = [await server().registerUser(), await insertSignedInUser(dependencies, { isAdmin: true })]
    const names = { first_name: 'Ada', last_name: 'Byron' }
    const newcomer = { email: `${randomUUID()}@example.org`, password: 'a quiet evening', ...names, username }
    expect(await server().reply(accounts.register, { body: newcomer })).toMatchObject(refused)
    expect(await server().reply(accounts.updateProfile, { token: user.access, body: { username } })).toMatchObject(
      refused,
    )
    expect(await server().reply(createUser, { token: admin.token, body: newcomer })).toMatchObject(refused)
    const change = { token: admin.token, params: { id: user.id }, body: { username } }
    expect(await server().reply(updateUser, change)).toMatchObject(refused)
    expect((await server().call(accounts.getProfile, { token: user.access })).username).toBe(user.user.username)
  })

  it.each(['María José', 'ada.byron_7', '山田太郎', 'Ада-Б', 'ada 🌿'])('can be %s', async (name) => {
    const username = `${name} ${randomUUID().slice(0, 8)}`
    expect((await server().registerUser({ username })).user.username).toBe(username)
  })

  it('made from an address has the length of one that is typed', async () => {
    const user = await server().registerUser({ email: `jo@${randomUUID()}.example.org` })
    const { username } = user.user
    expect(username).toMatch(/^jo-\d+$/)
    const body = { first_name: 'Joanna', username }
    expect(await server().call(accounts.updateProfile, { token: user.access, body })).toMatchObject(body)
  })

  it('stays valid with invisible characters that it has had since before this rule', async () => {
    const user = await server().registerUser()
    const { db } = server().dependencies
    const username = `ada\u202e${randomUUID()}`
    await db.updateTable('users').set({ username }).where('id', '=', user.id).execute()
    await server().call(accounts.login, { body: user })
    const body = { first_name: 'Augusta' }
    const changed = await server().call(accounts.updateProfile, { token: user.access, body })
    expect(changed).toMatchObject({ username, first_name: 'Augusta' })
  })
})

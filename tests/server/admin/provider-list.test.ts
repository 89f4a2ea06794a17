import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { getUser, listUserSummaries } from '#contract/endpoints/admin.ts'
import { indexUser } from '#server/db/search/user-index.ts'
import { readAuditLog } from '#support/api/read-audit-log.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'

describeServerOnEachEngine('the list of people for providers', (server) => {
  let provider: InsertedUser
  let admin: InsertedUser
  beforeAll(async () => {
    provider = await insertSignedInUser(server().dependencies, { isProvider: true })
    admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
  })
  const list = (query: object = {}) => server().call(listUserSummaries, { token: provider.token, query })

  /** A user with this name, as an admin would have entered it. */
  async function named(first_name: string, last_name: string) {
    const { db } = server().dependencies
    const user = await insertSignedInUser(server().dependencies)
    await db.updateTable('users').set({ first_name, last_name }).where('id', '=', user.id).execute()
    const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => indexUser(trx, row))
    return user
  }

  it('has name, plan and state of people, and nothing else', async () => {
    const name = `Zed${randomUUID().slice(0, 8)}`
    const { id } = await named(name, 'Ibáñez')
    expect(await list({ search: name })).toEqual({
      count: 1,
      results: [{ id, first_name: name, last_name: 'Ibáñez', plan: 'Two free weeks', state: 'trial' }],
    })
    expect((await list({ search: name, state: 'active' })).count).toBe(0)
  })

  it('is searched by names, with or without accents, and not by addresses', async () => {
    const name = `Nuñez${randomUUID().slice(0, 6)}`
    const { id, email } = await named('Mª José', name)
    for (const search of [name, `nunez${name.slice(5)}`, `jos ${name}`]) {
      expect((await list({ search })).results.map((user) => user.id)).toEqual([id])
    }
    expect((await list({ search: email })).count).toBe(0)
    expect((await list({ search: '!!' })).count).toBe(0)
    const nameless = await named('', '')
    expect((await list({ search: nameless.email })).count).toBe(0)
  })

  it('is ordered by what it shows, by pages that are counted together', async () => {
    const key = `Order${randomUUID().slice(0, 6)}`
    for (const first of ['Cleo', 'Ana', 'Bo']) await named(first, key)
    const names = async (query: object) =>
      (await list({ search: key, ...query })).results.map(({ first_name }) => first_name)
    expect(await names({})).toEqual(['Ana', 'Bo', 'Cleo'])
    expect(await names({ ordering: '-name', page_size: '2', page: '2' })).toEqual(['Ana'])
    expect((await list({ search: key, page_size: '2', page: '2' })).count).toBe(3)
    const token = provider.token
    for (const ordering of ['last_seen_at', '-created_at']) {
      expect((await server().reply(listUserSummaries, { token, query: { ordering } as never })).status).toBe(400)
    }
  })

  it('leaves an entry in the audit log for each page that is read, without what was sought', async () => {
    const { id, token } = await insertSignedInUser(server().dependencies, { isProvider: true })
    await server().call(listUserSummaries, { token, query: { search: 'Somebody Secret', page_size: '5' } as never })
    const [entry, ...others] = await readAuditLog(server(), admin.token, { user_id: id })
    expect(others).toEqual([])
    expect(entry).toMatchObject({ actor: id, actor_kind: 'provider', action: 'users.listed', subject: null })
    expect(entry?.detail).toEqual({ page: 1, listed: 0, searched: true })
  })

  it('leads to pages whose views an admin can read apart, newest first', async () => {
    const { id } = await insertSignedInUser(server().dependencies)
    const other = await insertSignedInUser(server().dependencies)
    const view = (token: string, of: number) => server().call(getUser, { token, params: { id: of } })
    await view(provider.token, id)
    await view(provider.token, other.id)
    await view(admin.token, id)
    const views = await readAuditLog(server(), admin.token, { viewed: String(id) })
    expect(views.map(({ actor, actor_kind, subject }) => [actor, actor_kind, subject])).toEqual([
      [admin.id, 'admin', String(id)],
      [provider.id, 'provider', String(id)],
    ])
  })
})

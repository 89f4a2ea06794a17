import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { getProfile, login } from '#contract/endpoints/accounts.ts'
import * as calls from '#contract/endpoints/admin.ts'
import { deleteUser } from '#server/modules/users/use-cases/delete-user.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser, PASSWORD } from '#support/users/inserted-user.ts'

describeServerOnEachEngine('roles and sessions in the admin panel', (server, engine) => {
  let boss: InsertedUser
  beforeAll(async () => {
    boss = await insertSignedInUser(server().dependencies, { isAdmin: true })
  })
  const db = () => server().dependencies.db
  const row = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = (id: number, body: object, token = boss.token) =>
    server().reply(calls.updateUser, { token, params: { id }, body: body as never })
  const logIn = (email: string, password: string) => server().reply(login, { body: { email, password } })
  const lines = async (user_id: number) =>
    (await server().call(calls.listAudit, { token: boss.token, query: { user_id } })).results

  describe('a role', () => {
    it('is lost with the next request after a demotion, and a deleted user loses all access', async () => {
      const { dependencies } = server()
      const [admin, provider] = [
        await insertSignedInUser(dependencies, { isAdmin: true }),
        await insertSignedInUser(dependencies, { isProvider: true }),
      ]
      const look = (token: string) => server().reply(calls.getUser, { token, params: { id: boss.id } })
      expect([(await look(admin.token)).status, (await look(provider.token)).status]).toEqual([200, 200])
      expect((await change(admin.id, { is_admin: false })).status).toBe(200)
      expect((await change(provider.id, { is_provider: false })).status).toBe(200)
      expect([(await look(admin.token)).status, (await look(provider.token)).status]).toEqual([403, 403])
      expect((await server().reply(getProfile, { token: admin.token })).status).toBe(200)
      for (const { id, token } of [admin, provider]) {
        await server().call(calls.deleteUser, { token: boss.token, params: { id } })
        expect((await server().reply(getProfile, { token })).status).toBe(401)
        expect((await server().reply(calls.deleteUser, { token: boss.token, params: { id } })).status).toBe(404)
      }
      const [line] = (await server().call(calls.listAudit, { token: boss.token })).results
      expect(line).toMatchObject({ actor: boss.id, action: 'user.deleted', subject: null, subject_kind: 'user' })
    })

    it('lets a provider read a profile and its subscriptions, which is audited, and change nothing', async () => {
      const { dependencies } = server()
      const [provider, someone] = [
        await insertSignedInUser(dependencies, { isProvider: true }),
        await insertSignedInUser(dependencies),
      ]
      const { id } = someone
      for (let views = 1; views <= 2; views += 1) {
        const seen = await server().call(calls.getUser, { token: provider.token, params: { id } })
        expect(seen).toMatchObject({ email: someone.email, subscriptions: [{ status: 'trialing' }] })
        const views_ = (await lines(id)).filter(({ action }) => action === 'user.viewed')
        expect(views_).toHaveLength(views)
        expect(views_[0]).toMatchObject({ actor: provider.id, actor_kind: 'provider', subject: String(id) })
      }
      const before = await row(id)
      expect((await change(id, { is_vip: true }, provider.token)).status).toBe(403)
      expect((await server().reply(calls.deleteUser, { token: provider.token, params: { id } })).status).toBe(403)
      expect((await server().reply(calls.listUsers, { token: provider.token })).status).toBe(403)
      expect((await server().reply(calls.listUserSessions, { token: provider.token, params: { id } })).status).toBe(403)
      expect((await server().reply(calls.getUser, { token: provider.token, params: { id: 987_654 } })).status).toBe(404)
      expect(await row(id)).toEqual(before)
    })

    it('cannot be taken from the only admin, nor can that account be deleted, until there is another', async () => {
      await db().updateTable('users').set({ is_admin: 0 }).where('id', '!=', boss.id).execute()
      const words = {
        status: 409,
        body: { code: 'conflict', message: 'You are the only admin. Make somebody else an admin first' },
      }
      expect(await change(boss.id, { is_admin: false, first_name: 'Nobody' })).toMatchObject(words)
      const self = { token: boss.token, params: { id: boss.id } }
      expect(await server().reply(calls.deleteUser, self)).toMatchObject(words)
      expect(await row(boss.id)).toMatchObject({ is_admin: 1, first_name: 'Ada' })
      expect((await change(boss.id, { is_admin: true, is_vip: true })).status).toBe(200)

      const heir = await insertSignedInUser(server().dependencies)
      expect((await change(heir.id, { is_admin: true })).body).toMatchObject({ is_admin: true })
      expect((await change(boss.id, { is_admin: false })).status).toBe(200)
      expect((await server().reply(calls.deleteUser, self)).status).toBe(403)
      boss = heir
    })

    // On SQLite nothing else is written while a query is in progress.
    if (engine === 'postgres')
      it('cannot be taken from a user who became the only admin while their deletion was in progress', async () => {
        const { dependencies } = server()
        const heir = await insertSignedInUser(dependencies)
        let isRead = false
        const afterReading: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            if (isRead) return result
            isRead = true
            await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', heir.id).execute()
            await db().updateTable('users').set({ is_admin: 0 }).where('id', '!=', heir.id).execute()
            return result
          },
        }
        const deps = { ...dependencies, db: db().withPlugin(afterReading) }
        await expect(deleteUser(deps, heir.id, async () => {})).rejects.toMatchObject({ code: 'conflict' })
        expect(await row(heir.id)).toMatchObject({ is_admin: 1 })
        boss = heir
      })

    it.each(['demote', 'delete'])('is kept by one admin when all admins %s each other at once', async (how) => {
      const { dependencies } = server()
      await db().updateTable('users').set({ is_admin: 0 }).where('id', '!=', boss.id).execute()
      const admins = [
        boss,
        ...(await Promise.all([1, 2, 3].map(() => insertSignedInUser(dependencies, { isAdmin: true })))),
      ]
      const replies = await Promise.all(
        admins.map(({ token }, n) => {
          const id = admins[(n + 1) % admins.length]?.id ?? 0
          if (how === 'demote') return change(id, { is_admin: false }, token)
          return server().reply(calls.deleteUser, { token, params: { id } })
        }),
      )
      for (const { status, text } of replies) expect([200, 204, 401, 403, 409], text).toContain(status)
      const left = await db().selectFrom('users').select('id').where('is_admin', '=', 1).execute()
      expect(left.length).toBeGreaterThanOrEqual(1)
      boss = await insertSignedInUser(dependencies, { isAdmin: true })
    })
  })

  describe('the sessions of a user', () => {
    it('are one audit entry together with the page that shows them, and one of their own without it', async () => {
      const { id } = await insertSignedInUser(server().dependencies)
      const looks = async () =>
        (await lines(id)).filter(({ action }) => action === 'user.viewed').map(({ actor, detail }) => [actor, detail])
      const open = async (call: typeof calls.getUser | typeof calls.listUserSessions, { token } = boss) =>
        expect((await server().reply(call, { token, params: { id } })).status).toBe(200)
      await open(calls.getUser)
      await open(calls.listUserSessions)
      expect(await looks()).toEqual([[boss.id, {}]])
      await open(calls.getUser)
      await open(calls.listUserSessions)
      expect(await looks()).toHaveLength(2)
      const other = await insertSignedInUser(server().dependencies, { isAdmin: true })
      await open(calls.listUserSessions, other)
      expect(await looks()).toEqual([
        [other.id, { what: 'sessions' }],
        [boss.id, {}],
        [boss.id, {}],
      ])
      server().advance(61_000)
      await open(calls.listUserSessions)
      expect((await looks())[0]).toEqual([boss.id, { what: 'sessions' }])
      expect(await looks()).toHaveLength(4)
    })

    it('are listed without data of other users, and end with the next request once revoked', async () => {
      const { dependencies } = server()
      const [someone, other] = [await insertSignedInUser(dependencies), await insertSignedInUser(dependencies)]
      await logIn(someone.email, PASSWORD)
      const params = { id: someone.id }
      const { results } = await server().call(calls.listUserSessions, { token: boss.token, params })
      expect(results).toHaveLength(2)
      expect(results.map(({ is_current }) => is_current)).toEqual([false, false])
      const end = (session: string) =>
        server().reply(calls.endUserSession, { token: boss.token, params: { ...params, session } })
      expect((await end(other.session)).status).toBe(404)
      expect((await end('not-a-session')).status).toBe(404)
      expect((await end(someone.session)).status).toBe(204)
      expect((await end(someone.session)).status).toBe(404)
      expect((await server().reply(getProfile, { token: someone.token })).status).toBe(401)
      expect((await server().reply(getProfile, { token: other.token })).status).toBe(200)
      const left = await server().call(calls.listUserSessions, { token: boss.token, params })
      expect(left.results.map(({ id }) => id)).not.toContain(someone.session)
      const actions = (await lines(someone.id)).map(({ action, detail }) => [action, detail])
      expect(actions).toEqual([
        ['user.viewed', { what: 'sessions' }],
        ['user.signed_out', {}],
        ['user.viewed', { what: 'sessions' }],
      ])
      const nobody = { token: boss.token, params: { id: 987_654 } }
      expect((await server().reply(calls.listUserSessions, nobody)).status).toBe(404)
    })
  })
})

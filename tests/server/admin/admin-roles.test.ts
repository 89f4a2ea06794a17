import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { getProfile, login } from '#contract/endpoints/accounts.ts'
import * as calls from '#contract/endpoints/admin.ts'
import { deleteUser } from '#server/modules/users/use-cases/delete-user.ts'
import { readAuditLog } from '#support/api/read-audit-log.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser, PASSWORD } from '#support/users/inserted-user.ts'

describeServerOnEachEngine('roles and sessions in the admin panel', (server, engine) => {
  let admin: InsertedUser
  beforeAll(async () => {
    admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
  })
  const db = () => server().dependencies.db
  const row = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = (id: number, body: object, token = admin.token) =>
    server().reply(calls.updateUser, { token, params: { id }, body: body as never })
  const logIn = (email: string, password: string) => server().reply(login, { body: { email, password } })
  const entriesAbout = (user_id: number) => readAuditLog(server(), admin.token, { user_id })

  describe('a role', () => {
    it('is lost with the next request after a demotion, and a deleted user loses all access', async () => {
      const { dependencies } = server()
      const [formerAdmin, provider] = [
        await insertSignedInUser(dependencies, { isAdmin: true }),
        await insertSignedInUser(dependencies, { isProvider: true }),
      ]
      const look = (token: string) => server().reply(calls.getUser, { token, params: { id: admin.id } })
      expect([(await look(formerAdmin.token)).status, (await look(provider.token)).status]).toEqual([200, 200])
      expect((await change(formerAdmin.id, { is_admin: false })).status).toBe(200)
      expect((await change(provider.id, { is_provider: false })).status).toBe(200)
      expect([(await look(formerAdmin.token)).status, (await look(provider.token)).status]).toEqual([403, 403])
      expect((await server().reply(getProfile, { token: formerAdmin.token })).status).toBe(200)
      for (const { id, token } of [formerAdmin, provider]) {
        await server().call(calls.deleteUser, { token: admin.token, params: { id } })
        expect((await server().reply(getProfile, { token })).status).toBe(401)
        expect((await server().reply(calls.deleteUser, { token: admin.token, params: { id } })).status).toBe(404)
      }
      const [line] = (await server().call(calls.listAudit, { token: admin.token })).results
      expect(line).toMatchObject({ actor: admin.id, action: 'user.deleted', subject: null, subject_kind: 'user' })
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
        const views_ = (await entriesAbout(id)).filter(({ action }) => action === 'user.viewed')
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
      await db().updateTable('users').set({ is_admin: 0 }).where('id', '!=', admin.id).execute()
      const words = {
        status: 409,
        body: { code: 'conflict', message: 'You are the only admin. Make somebody else an admin first' },
      }
      expect(await change(admin.id, { is_admin: false, first_name: 'Nobody' })).toMatchObject(words)
      const self = { token: admin.token, params: { id: admin.id } }
      expect(await server().reply(calls.deleteUser, self)).toMatchObject(words)
      expect(await row(admin.id)).toMatchObject({ is_admin: 1, first_name: 'Ada' })
      expect((await change(admin.id, { is_admin: true, is_vip: true })).status).toBe(200)

      const heir = await insertSignedInUser(server().dependencies)
      expect((await change(heir.id, { is_admin: true })).body).toMatchObject({ is_admin: true })
      expect((await change(admin.id, { is_admin: false })).status).toBe(200)
      expect((await server().reply(calls.deleteUser, self)).status).toBe(403)
      admin = heir
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
        admin = heir
      })

    it.each(['demote', 'delete'])('is kept by one admin when all admins %s each other at once', async (how) => {
      const { dependencies } = server()
      await db().updateTable('users').set({ is_admin: 0 }).where('id', '!=', admin.id).execute()
      const admins = [
        admin,
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
      admin = await insertSignedInUser(dependencies, { isAdmin: true })
    })
  })

  describe('the sessions of a user', () => {
    it('are one audit entry together with the page that shows them, and one of their own without it', async () => {
      const { id } = await insertSignedInUser(server().dependencies)
      const looks = async () =>
        (await entriesAbout(id))
          .filter(({ action }) => action === 'user.viewed')
          .map(({ actor, detail }) => [actor, detail])
      const open = async (call: typeof calls.getUser | typeof calls.listUserSessions, { token } = admin) =>
        expect((await server().reply(call, { token, params: { id } })).status).toBe(200)
      await open(calls.getUser)
      await open(calls.listUserSessions)
      expect(await looks()).toEqual([[admin.id, {}]])
      await open(calls.getUser)
      await open(calls.listUserSessions)
      expect(await looks()).toHaveLength(2)
      const other = await insertSignedInUser(server().dependencies, { isAdmin: true })
      await open(calls.listUserSessions, other)
      expect(await looks()).toEqual([
        [other.id, { what: 'sessions' }],
        [admin.id, {}],
        [admin.id, {}],
      ])
      server().advance(61_000)
      await open(calls.listUserSessions)
      expect((await looks())[0]).toEqual([admin.id, { what: 'sessions' }])
      expect(await looks()).toHaveLength(4)
    })

    it('are listed without data of other users, and end with the next request once revoked', async () => {
      const { dependencies } = server()
      const [someone, other] = [await insertSignedInUser(dependencies), await insertSignedInUser(dependencies)]
      await logIn(someone.email, PASSWORD)
      const params = { id: someone.id }
      const { results } = await server().call(calls.listUserSessions, { token: admin.token, params })
      expect(results).toHaveLength(2)
      expect(results.map(({ is_current }) => is_current)).toEqual([false, false])
      const end = (session: string) =>
        server().reply(calls.endUserSession, { token: admin.token, params: { ...params, session } })
      expect((await end(other.session)).status).toBe(404)
      expect((await end('not-a-session')).status).toBe(404)
      expect((await end(someone.session)).status).toBe(204)
      expect((await end(someone.session)).status).toBe(404)
      expect((await server().reply(getProfile, { token: someone.token })).status).toBe(401)
      expect((await server().reply(getProfile, { token: other.token })).status).toBe(200)
      const left = await server().call(calls.listUserSessions, { token: admin.token, params })
      expect(left.results.map(({ id }) => id)).not.toContain(someone.session)
      const actions = (await entriesAbout(someone.id)).map(({ action, detail }) => [action, detail])
      expect(actions).toEqual([
        ['user.viewed', { what: 'sessions' }],
        ['user.signed_out', {}],
        ['user.viewed', { what: 'sessions' }],
      ])
      const nobody = { token: admin.token, params: { id: 987_654 } }
      expect((await server().reply(calls.listUserSessions, nobody)).status).toBe(404)
    })
  })
})

import { expect, it } from 'vitest'
import { getProfile, login } from '#contract/endpoints/accounts.ts'
import { listAudit, listUsers } from '#contract/endpoints/admin.ts'
import { getSecondFactor, removeTotp, removeUserFactor } from '#contract/endpoints/factors.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { addPasskey, PASSKEY_ORIGIN } from '#support/users/passkey.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'
import { resetFactors } from '../../../../scripts/admin/reset-factors.ts'

describeServerOnEachEngine(
  'with ADMIN_SECOND_FACTOR=required',
  (server) => {
    it('an admin without a second factor reaches only their account, until they set one up', async () => {
      const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const list = () => server().reply(listUsers, { token })
      expect(await list()).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
      expect((await server().reply(getProfile, { token })).status).toBe(200)
      expect(await server().call(getSecondFactor, { token })).toMatchObject({ is_required: true, totp_since: null })
      await addSecondFactor(server(), token)
      expect((await list()).status).toBe(200)
    })

    it('other users need none', async () => {
      const { token } = await insertSignedInUser(server().dependencies)
      expect(await server().call(getSecondFactor, { token })).toMatchObject({ is_required: false })
    })
  },
  { env: { ADMIN_SECOND_FACTOR: 'required' } },
)

describeServerOnEachEngine('the authenticator app of an account', (server) => {
  it.each(['admin', 'provider'] as const)(
    'leaves entries in the audit log when its owner has the role %s',
    async (role) => {
      const { token: reader } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const flags = role === 'admin' ? { isAdmin: true } : { isProvider: true }
      const { id, token } = await insertSignedInUser(server().dependencies, flags)
      await addSecondFactor(server(), token)
      for (let n = 0; n < 2; n += 1) await server().call(removeTotp, { token })
      const { results } = await server().call(listAudit, { token: reader })
      const own = results.filter(({ actor }) => actor === id)
      expect(own.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
        ['totp.removed', role],
        ['totp.added', role],
      ])
    },
  )
})

describeServerOnEachEngine(
  'a second factor that its owner has lost',
  (server) => {
    it('is removed by an admin, as the audit log and a mail say', async () => {
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const user = await server().registerUser()
      await addSecondFactor(server(), user.access)
      const remove = () => server().reply(removeUserFactor, { token: admin.token, params: { id: user.user.id } })
      expect((await remove()).status).toBe(204)
      expect((await server().reply(login, { body: user })).status).toBe(200)
      const { results } = await server().call(listAudit, { token: admin.token })
      const entry = { action: 'user.factor_removed', actor: admin.id, subject: String(user.user.id) }
      expect(results[0]).toMatchObject(entry)
      const subjects = (await mailsOf(server(), user.email)).map(({ subject }) => subject)
      expect(subjects).toContain('The second step was removed from your account')
      expect((await remove()).status).toBe(404)
    })

    it('is removed on the server’s machine with passkeys and sessions, as the audit log and a mail say', async () => {
      const user = await server().registerUser()
      await addSecondFactor(server(), user.access)
      await addPasskey(server(), user.access)
      const { dependencies } = server()
      const { db } = dependencies
      await db.updateTable('users').set({ is_admin: 1, language: 'es' }).where('id', '=', user.user.id).execute()
      await resetFactors(dependencies, user.email)
      expect((await server().reply(getProfile, { token: user.access })).status).toBe(401)
      const { body, status } = await server().reply(login, { body: user })
      expect(status).toBe(200)
      const { access: token } = body as { access: string }
      const none = { totp_since: null, passkeys: [], recovery_codes_left: 0 }
      expect(await server().call(getSecondFactor, { token })).toMatchObject(none)
      const { results } = await server().call(listAudit, { token })
      const entry = {
        action: 'user.factor_removed',
        actor: null,
        actor_kind: 'operator',
        subject: String(user.user.id),
      }
      expect(results[0]).toMatchObject(entry)
      const subjects = (await mailsOf(server(), user.email)).map(({ subject }) => subject)
      expect(subjects).toContain('Se quitó el segundo paso de tu cuenta')
      await expect(resetFactors(dependencies, user.email)).rejects.toThrow('has no second step and no passkey')
    })
  },
  { env: { PUBLIC_URL: PASSKEY_ORIGIN } },
)

import { afterAll, expect, it } from 'vitest'
import {
  changePassword,
  deleteAccount,
  exportAccount,
  getProfile,
  login,
  refreshToken,
  resetPassword,
  updateProfile,
} from '#contract/endpoints/accounts.ts'
import * as calls from '#contract/endpoints/admin.ts'
import { createChat, deleteChat, listChats, sendMessage } from '#contract/endpoints/chats.ts'
import { confirmSession, renewRecoveryCodes } from '#contract/endpoints/factors.ts'
import { listExchangesToRate, offerExchange } from '#contract/endpoints/ratings/ratings.ts'
import { acceptValidator, listValidators, signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { shareChat } from '#contract/endpoints/shares.ts'
import { cancelSubscription, checkout } from '#contract/endpoints/subscriptions.ts'
import { mailTo, startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createOwnedResources } from '#support/users/owned-resources.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'
import { makeAdmin } from '../../../scripts/admin/make-admin.ts'

describeServerOnEachEngine('a suspension', (server) => {
  async function insertAdmin() {
    const { access: token, user } = await server().registerUser()
    await server().dependencies.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
    return { token, id: user.id }
  }

  it('lets a user read, export, log in and leave, but not write, share or buy, and says why', async () => {
    const admin = await insertAdmin()
    const { access: token, user, password } = await server().registerSubscriber()
    const chat = await server().call(createChat, { token, body: { id: crypto.randomUUID() } })
    const suspended = await server().call(calls.suspendUser, {
      token: admin.token,
      params: { id: user.id },
      body: { reason: ' Advertising in shared chats ' },
    })
    expect(suspended.suspended).toEqual({ since: expect.any(String), reason: 'Advertising in shared chats' })
    expect(await server().call(getProfile, { token })).toMatchObject({ suspended: suspended.suspended })
    const refused = { status: 403, body: { code: 'suspended' } }
    const id = crypto.randomUUID()
    const message = { id, chat: chat.id, content: 'Hello' }
    expect(await server().reply(sendMessage, { token, body: message as never })).toMatchObject(refused)
    expect(await server().reply(createChat, { token, body: { id } })).toMatchObject(refused)
    expect(await server().reply(checkout, { token, body: { plan_id: 2 } as never })).toMatchObject(refused)
    const shared = { expires_in_days: 30, with_author: true, with_scores: true } as const
    expect(await server().reply(shareChat, { token, params: { id: chat.id }, body: shared })).toMatchObject(refused)
    expect((await server().reply(listChats, { token })).status).toBe(200)
    expect((await server().reply(exportAccount, { token })).status).toBe(200)
    expect((await server().reply(updateProfile, { token, body: { language: 'es' } })).status).toBe(200)
    expect((await server().reply(deleteChat, { token, params: { id: chat.id } })).status).toBeLessThan(300)
    // Whoever may not write must be able to stop paying.
    expect((await server().reply(cancelSubscription, { token, body: {} as never })).body).not.toMatchObject({
      code: 'suspended',
    })
    expect((await server().reply(login, { body: { email: user.email, password } })).status).toBe(200)
    expect((await server().reply(deleteAccount, { token, body: { password } })).status).toBeLessThan(300)
  })

  it('lets a user with a second factor confirm by it, and so delete the account', async () => {
    const admin = await insertAdmin()
    const { access: token, user, password } = await server().registerUser()
    const { nextCode } = await addSecondFactor(server(), token)
    const params = { id: user.id }
    await server().call(calls.suspendUser, { token: admin.token, params, body: { reason: 'Advertising' } })
    await server()
      .dependencies.db.updateTable('sessions')
      .set({ confirmed_at: null })
      .where('user_id', '=', user.id)
      .execute()
    const remove = () => server().reply(deleteAccount, { token, body: { password } })
    expect(await remove()).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
    const confirmed = await server().reply(confirmSession, { token, body: { one_time_code: nextCode() } })
    expect(confirmed.status).toBe(204)
    expect((await server().reply(renewRecoveryCodes, { token })).status).toBe(200)
    expect((await remove()).status).toBeLessThan(300)
  })

  it('takes the exchanges of others from a validator, and gives them to other validators', async () => {
    const admin = await insertAdmin()
    const { owner, answerId } = await createOwnedResources(server())
    const body = { question: 'When?', answer: 'In May.', language: 'en' } as const
    await server().call(offerExchange, { token: owner.token, params: { id: answerId }, body })
    const { access: token, user } = await server().registerUser()
    await server().call(signUpValidator, { token, body: { name: 'Ada', email: user.email } })
    const { results } = await server().call(listValidators, { token: admin.token })
    const validator = results.find(({ email }) => email === user.email)?.id ?? 0
    await server().call(acceptValidator, { token: admin.token, params: { id: validator } })
    expect((await server().call(listExchangesToRate, { token })).results).toHaveLength(1)

    const params = { id: user.id }
    await server().call(calls.suspendUser, { token: admin.token, params, body: { reason: 'Insults' } })
    expect(await server().reply(listExchangesToRate, { token })).toMatchObject({
      status: 403,
      body: { code: 'suspended' },
    })
    const { db } = server().dependencies
    const assigned = db.selectFrom('rating_assignments').select('exchange_id').where('user_id', '=', user.id)
    expect(await assigned.execute()).toEqual([])
    await server().call(calls.liftSuspension, { token: admin.token, params })
    expect((await server().call(listExchangesToRate, { token })).results).toHaveLength(1)
  })

  it('ends when an admin lifts it, and both are in the audit log without the reason', async () => {
    const admin = await insertAdmin()
    const { access: token, user } = await server().registerSubscriber()
    const params = { id: user.id }
    await server().call(calls.suspendUser, { token: admin.token, params, body: { reason: 'A mistake' } })
    expect((await server().call(calls.liftSuspension, { token: admin.token, params })).suspended).toBeNull()
    expect((await server().reply(createChat, { token, body: { id: crypto.randomUUID() } })).status).toBe(201)
    const { results } = await server().call(calls.listAudit, { token: admin.token, query: { user_id: user.id } })
    expect(results.map(({ action }) => action)).toEqual(['user.suspension_lifted', 'user.suspended'])
    expect(JSON.stringify(results)).not.toContain('mistake')
  })

  it('takes away from an admin what the role may do, which another admin or the operator gives back', async () => {
    const [admin, other] = [await insertAdmin(), await insertAdmin()]
    const params = { id: other.id }
    const suspend = () => server().reply(calls.suspendUser, { token: admin.token, params, body: { reason: 'Left' } })
    const list = () => server().reply(calls.listUsers, { token: other.token })
    expect((await suspend()).status).toBe(200)
    expect(await list()).toMatchObject({ status: 403, body: { code: 'suspended' } })
    expect((await server().reply(calls.liftSuspension, { token: other.token, params })).status).toBe(403)
    const { results } = await server().call(calls.listAudit, { token: admin.token, query: { user_id: other.id } })
    expect(results[0]).toMatchObject({ action: 'user.suspended', actor: admin.id, subject: String(other.id) })
    expect((await server().reply(calls.liftSuspension, { token: admin.token, params })).status).toBe(200)
    expect((await list()).status).toBe(200)
    expect((await suspend()).status).toBe(200)
    const { db } = server().dependencies
    const find = db.selectFrom('users').select(['email', 'suspended_at']).where('id', '=', other.id)
    const { email } = await find.executeTakeFirstOrThrow()
    expect(await makeAdmin(db, { email, password: 'a lantern by the river' })).toBe('promoted')
    expect((await find.executeTakeFirstOrThrow()).suspended_at).toBeNull()
  })

  it('leaves an admin who can act: nobody suspends themselves, and of two who suspend each other one succeeds', async () => {
    const { db } = server().dependencies
    await db.updateTable('users').set({ is_admin: 0 }).execute()
    const [admin, other] = [await insertAdmin(), await insertAdmin()]
    const suspend = (by: typeof admin, { id }: typeof admin) =>
      server().reply(calls.suspendUser, { token: by.token, params: { id }, body: { reason: 'Because' } })
    const refused = { status: 409, body: { code: 'conflict', message: 'You cannot suspend yourself' } }
    expect(await suspend(admin, admin)).toMatchObject(refused)
    const outcomes = await Promise.all([suspend(admin, other), suspend(other, admin)])
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    const active = await db
      .selectFrom('users')
      .select('id')
      .where('is_admin', '=', 1)
      .where('suspended_at', 'is', null)
      .execute()
    expect(active).toHaveLength(1)
    // The suspended admin does not count where the other one would lose the role.
    const winner = active[0]?.id === admin.id ? admin : other
    const params = { id: winner.id }
    expect(await server().reply(calls.deleteUser, { token: winner.token, params })).toMatchObject({ status: 409 })
  })

  it('is refused without a reason, and by others', async () => {
    const admin = await insertAdmin()
    const body = { reason: 'Because' }
    const { access: token, user } = await server().registerUser()
    const params = { id: user.id }
    expect(
      (await server().reply(calls.suspendUser, { token: admin.token, params, body: { reason: ' ' } })).status,
    ).toBe(400)
    expect((await server().reply(calls.suspendUser, { token, params, body })).status).toBe(403)
    const unknown = { token: admin.token, params: { id: 999_999_999 } }
    expect((await server().reply(calls.suspendUser, { ...unknown, body })).status).toBe(404)
    expect((await server().reply(calls.liftSuspension, unknown)).status).toBe(404)
  })

  it('takes away from a provider what the role may see', async () => {
    const admin = await insertAdmin()
    const { access: token, user } = await server().registerUser()
    const { db } = server().dependencies
    await db.updateTable('users').set({ is_provider: 1 }).where('id', '=', user.id).execute()
    await server().call(calls.suspendUser, { token: admin.token, params: { id: user.id }, body: { reason: 'Left' } })
    expect(await server().reply(calls.getUser, { token, params: { id: admin.id } })).toMatchObject({
      status: 403,
      body: { code: 'suspended' },
    })
  })

  it('does not hide a user’s usage, which is in the audit log as a view of their page', async () => {
    const admin = await insertAdmin()
    const { user } = await server().registerSubscriber()
    const params = { id: user.id }
    const usage = await server().call(calls.getUserUsage, { token: admin.token, params })
    expect(usage).toMatchObject({ plan: { id: 1 }, tokens: { used: 0 } })
    const { results } = await server().call(calls.listAudit, { token: admin.token, query: { user_id: user.id } })
    expect(results).toMatchObject([{ action: 'user.viewed', detail: { what: 'usage' } }])
    expect((await server().reply(calls.getUserUsage, { token: admin.token, params: { id: 999_999_999 } })).status).toBe(
      404,
    )
  })

  it('cannot be replaced by a new password where no mail can be sent', async () => {
    const admin = await insertAdmin()
    const { access: token, user } = await server().registerUser()
    expect(await server().reply(calls.forceNewPassword, { token: admin.token, params: { id: user.id } })).toMatchObject(
      {
        status: 409,
      },
    )
    expect((await server().reply(getProfile, { token })).status).toBe(200)
    expect(changePassword.whileSuspended).toBe(true)
  })
})

const post = await startMailServer()
afterAll(() => post.close())

describeServerOnEachEngine(
  'a demand for a new password',
  (server) => {
    it('ends the sessions and makes the password invalid, and a mailed link sets another one', async () => {
      const { access, user } = await server().registerUser()
      const { db, mails } = server().dependencies
      await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
      const { access: token, refresh, user: victim, password } = await server().registerUser()
      await db.updateTable('users').set({ language: 'es' }).where('id', '=', victim.id).execute()
      const params = { id: victim.id }
      expect((await server().reply(calls.forceNewPassword, { token: access, params })).status).toBe(204)
      expect((await server().reply(getProfile, { token })).status).toBe(401)
      expect((await server().reply(refreshToken, { body: { refresh } })).status).toBe(401)
      const enter = (given: string) => server().reply(login, { body: { email: victim.email, password: given } })
      expect((await enter(password)).status).toBe(401)
      await mails.settled()
      const mail = await mailTo(post.mails, victim.email, /Elige una contraseña nueva/)
      const link = /reset-password#token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
      const newPassword = 'a lantern by the river'
      expect((await server().reply(resetPassword, { body: { token: link, password: newPassword } })).status).toBe(200)
      expect((await enter(newPassword)).status).toBe(200)
      const { results } = await server().call(calls.listAudit, { token: access, query: { user_id: victim.id } })
      expect(results.map(({ action }) => action)).toEqual(['user.password_reset'])
    })
  },
  { env: { SMTP_URL: post.url, MAIL_FROM: 'Companion <hello@example.org>' } },
)

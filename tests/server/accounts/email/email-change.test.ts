import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import * as change from '#contract/endpoints/email-change.ts'
import { signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { checkout } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import type { TestUser } from '#support/api/test-client.ts'
import { mailTo, startMailServer, tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const post = await startMailServer()
afterAll(() => post.close())

const newAddress = () => `${randomUUID()}@example.org`
const invalid = { status: 400, body: { token: ['This link is no longer valid'] } }

describeServerOnEachEngine(
  'a change of one’s own address',
  (server) => {
    const confirmedUser = async () => {
      const user = await server().registerUser()
      const body = { token: tokenIn(await mailTo(post.mails, user.email, /Confirm your address/)) }
      await server().call(accounts.verifyEmail, { body })
      return user
    }
    const request = (token: string, email: string) =>
      server().reply(change.requestEmailChange, { token, body: { email } })
    const linkTo = async (email: string) => tokenIn(await mailTo(post.mails, email, /Confirm your new address/))
    const undoLinkTo = async (email: string) => tokenIn(await mailTo(post.mails, email, /address of your account was/))
    const confirm = (token: string) => server().reply(change.confirmEmailChange, { body: { token } })
    const undo = (token: string) => server().reply(change.undoEmailChange, { body: { token } })
    const preview = (token: string) => server().reply(change.previewEmailChange, { body: { token } })
    const profile = (token: string) => server().call(accounts.getProfile, { token })
    const logIn = async (email: string, password: string) =>
      (await server().reply(accounts.login, { body: { email, password } })).status
    const pendingOf = async (token: string) => (await server().call(change.getEmailChange, { token })).pending
    /** Gives the user another address by the mailed link. */
    const changeTo = async (user: TestUser, email: string) => {
      await request(user.access, email)
      expect(await confirm(await linkTo(email))).toMatchObject({ status: 200 })
    }
    const subjectsTo = async (email: string) => {
      await server().dependencies.mails.settled()
      return post.mails.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject)
    }

    it('waits for one link only, when several were asked for at once', async () => {
      const user = await confirmedUser()
      const { db } = server().dependencies
      const waiting = db.selectFrom('email_changes').select('new_email').where('user_id', '=', user.user.id)
      for (let round = 0; round < 5; round += 1) {
        const replies = await Promise.all(Array.from({ length: 8 }, () => request(user.access, newAddress())))
        expect(replies.filter(({ status }) => status !== 200)).toEqual([])
        expect(await waiting.execute()).toHaveLength(1)
      }
      // The mails of the next test must not wait behind these.
      await server().dependencies.mails.settled()
    })

    it('happens when the link mailed to the new address is used, and never by looking at it', async () => {
      const [user, email] = [await confirmedUser(), newAddress()]
      expect(await request(user.access, email)).toMatchObject({ status: 200 })
      expect(await pendingOf(user.access)).toMatchObject({ email })
      const token = await linkTo(email)
      expect(await preview(token)).toMatchObject({ body: { action: 'confirm', email, is_done: false } })
      expect(await profile(user.access)).toMatchObject({ email: user.email })
      expect(await subjectsTo(user.email)).not.toContain('The address of your account was changed')

      expect(await confirm(token)).toMatchObject({ status: 200, body: { message: 'Your address is changed' } })
      expect(await profile(user.access)).toMatchObject({ email, email_verified: true })
      expect(await pendingOf(user.access)).toBeNull()
      expect([await logIn(user.email, user.password), await logIn(email, user.password)]).toEqual([401, 200])
      expect((await confirm(token)).status).toBe(200)
      expect(await preview(token)).toMatchObject({ body: { is_done: true } })
      expect((await subjectsTo(user.email)).filter((subject) => subject?.includes('was changed'))).toHaveLength(1)
    })

    it('is followed by registrations as a validator that had the old address or name, and by no other', async () => {
      const [user, email, typed] = [await confirmedUser(), newAddress(), newAddress()]
      const token = user.access
      const named = (first_name: string) =>
        server().call(accounts.updateProfile, { token, body: { first_name, last_name: 'Byron' } })
      await named('Ada')
      await server().call(signUpValidator, { token, body: { name: 'Ada Byron', email: user.email } })
      await server().call(signUpValidator, { token, body: { name: 'A. B.', email: typed } })
      const volunteers = async () => {
        const rows = server().dependencies.db.selectFrom('validators').select(['name', 'email'])
        return rows.where('user_id', '=', user.user.id).orderBy('id').execute()
      }
      await changeTo(user, email)
      await named('Augusta')
      expect(await volunteers()).toEqual([
        { name: 'Augusta Byron', email },
        { name: 'A. B.', email: typed },
      ])
      await undo(await undoLinkTo(user.email))
      expect((await volunteers())[0]).toEqual({ name: 'Augusta Byron', email: user.email })
    })

    it('is asked for in a session that was confirmed within ten minutes', async () => {
      const user = await confirmedUser()
      server().advance(DAY_MS / 24)
      const { access } = await server().call(accounts.refreshToken, { body: { refresh: user.refresh } })
      expect(await request(access, newAddress())).toMatchObject({ status: 403, body: { methods: ['password'] } })
    })

    it('is undone by the link mailed to the old address, which ends sessions, password and later changes', async () => {
      const [user, email, third] = [await confirmedUser(), newAddress(), newAddress()]
      const { db } = server().dependencies
      await changeTo(user, email)
      const token = await undoLinkTo(user.email)
      await changeTo(user, third)
      const later = await undoLinkTo(email)
      await request(user.access, newAddress())
      await db
        .updateTable('users')
        .set({ google_sub: `sub ${user.id}` })
        .where('id', '=', user.id)
        .execute()

      server().advance(6 * DAY_MS)
      expect(await preview(token)).toMatchObject({ body: { action: 'undo', email: user.email, is_done: false } })
      expect((await undo(token)).status).toBe(200)
      const row = db.selectFrom('users').selectAll().where('id', '=', user.id)
      expect(await row.executeTakeFirst()).toMatchObject({
        ...{ email: user.email, email_verified: 1, password_hash: null, google_sub: null },
      })
      expect((await server().reply(accounts.refreshToken, { body: { refresh: user.refresh } })).status).toBe(401)
      expect((await undo(later)).body).toEqual(invalid.body)
      expect((await undo(token)).status).toBe(200)
      expect(await preview(token)).toMatchObject({ body: { is_done: true } })

      const restored = await mailTo(post.mails, user.email, /opens your account again/)
      expect(await subjectsTo(third)).toContain('The change of your address was undone')
      const body = { token: tokenIn(restored), password: 'a quiet morning' }
      expect((await server().reply(accounts.resetPassword, { body })).status).toBe(200)
      expect(await logIn(user.email, 'a quiet morning')).toBe(200)
    })

    it('cannot be undone after seven days, and is confirmed within one day only', async () => {
      const [user, email, other] = [await confirmedUser(), newAddress(), newAddress()]
      await changeTo(user, email)
      await request(user.access, other)
      const token = await linkTo(other)
      server().advance(DAY_MS)
      expect(await confirm(token)).toMatchObject(invalid)
      server().advance(6 * DAY_MS)
      expect(await undo(await undoLinkTo(user.email))).toMatchObject(invalid)
    })

    it('is replaced by another request, and cancelled by the user and by a new password', async () => {
      const user = await confirmedUser()
      const [first, second, third] = [newAddress(), newAddress(), newAddress()]
      await request(user.access, first)
      await request(user.access, second)
      expect(await confirm(await linkTo(first))).toMatchObject(invalid)
      await server().call(change.cancelEmailChange, { token: user.access })
      expect(await confirm(await linkTo(second))).toMatchObject(invalid)
      await request(user.access, third)
      const body = { current_password: user.password, new_password: 'a quiet morning' }
      const { access } = await server().call(accounts.changePassword, { token: user.access, body })
      expect(await confirm(await linkTo(third))).toMatchObject(invalid)
      expect((await profile(access)).email).toBe(user.email)
    })

    it('is answered alike for an address that has an account, whose owner is told', async () => {
      const [user, owner] = [await confirmedUser(), await confirmedUser()]
      const [taken, free] = [await request(user.access, owner.email), await request(user.access, newAddress())]
      expect(taken).toMatchObject({ status: free.status, body: free.body })
      expect(await subjectsTo(owner.email)).toContain('This address already has an account')
      expect(await subjectsTo(owner.email)).not.toContain('Confirm your new address')
    })

    it('is refused for the current address, and for one that another account has got meanwhile', async () => {
      const [user, email] = [await confirmedUser(), newAddress()]
      expect(await request(user.access, user.email)).toMatchObject({
        ...{ status: 400, body: { email: ['This is your address already'] } },
      })
      await request(user.access, email)
      const token = await linkTo(email)
      await server().registerUser({ email })
      expect(await confirm(token)).toMatchObject({ status: 409, body: { message: /Another account has this address/ } })
      expect((await profile(user.access)).email).toBe(user.email)
    })

    it('reserves the old address for its return, which works once when two requests come at the same time', async () => {
      const [user, email] = [await confirmedUser(), newAddress()]
      await changeTo(user, email)
      const details = { first_name: 'Ana', last_name: 'Prado', password: 'a quiet morning' }
      const register = () => server().reply(accounts.register, { body: { ...details, email: user.email } })
      expect(await register()).toMatchObject({
        status: 400,
        body: { email: ['An account with this email already exists'] },
      })
      const token = await undoLinkTo(user.email)
      expect((await Promise.all([undo(token), undo(token)])).map(({ status }) => status)).toEqual([200, 200])
      expect((await subjectsTo(user.email)).filter((subject) => subject?.includes('again'))).toHaveLength(1)
    })

    it('mails nothing to an old address that was never confirmed, and gives it no way back', async () => {
      const [user, email] = [await server().registerUser(), newAddress()]
      await mailTo(post.mails, user.email, /Confirm your address/)
      await changeTo(user, email)
      expect(await subjectsTo(user.email)).toEqual(['Confirm your address'])
      expect(await server().call(accounts.checkEmail, { body: { email: user.email } })).toEqual({ exists: false })
    })

    it('gives the address that is left no way back when it returns to the earlier address', async () => {
      const [user, email] = [await confirmedUser(), newAddress()]
      await changeTo(user, email)
      const first = await undoLinkTo(user.email)
      await changeTo(user, user.email)
      const told = await mailTo(post.mails, email, /address of your account was/)
      expect(told.text).not.toContain('#email=')
      expect(await undo(first)).toMatchObject(invalid)
    })

    it('is followed by the newsletter, payments, trials and the export, and ends older links', async () => {
      const [user, email] = [await confirmedUser(), newAddress()]
      const { db } = server().dependencies
      const time = new Date(server().dependencies.now()).toISOString()
      await db
        .insertInto('newsletter_subscribers')
        .values({ email, language: 'en', created_at: time, confirmed_at: time, bounced_at: null })
        .execute()
      const customer = { source: 'sandbox', customer_id: `c${user.id}`, asked: 0, applied: 0 }
      await db
        .insertInto('payment_customers')
        .values({ user_id: user.id, ...customer, synced_at: null, ask_at: null, created_at: time })
        .execute()
      await server().call(checkout, { token: user.access, body: { plan_id: 1 } })
      const trials = async () => (await db.selectFrom('past_trials').select('address_hash').execute()).length
      const before = await trials()
      await server().call(accounts.forgotPassword, { body: { email: user.email } })
      const reset = tokenIn(await mailTo(post.mails, user.email, /Choose a new password/))
      await changeTo(user, email)
      expect(await db.selectFrom('newsletter_subscribers').select('id').where('email', '=', email).execute()).toEqual(
        [],
      )
      expect(await trials()).toBe(before + 1)
      const polled = db.selectFrom('payment_customers').select('ask_at').where('user_id', '=', user.id)
      expect((await polled.executeTakeFirst())?.ask_at).not.toBeNull()
      const body = { token: reset, password: 'a quiet morning' }
      expect(await server().reply(accounts.resetPassword, { body })).toMatchObject(invalid)
      const { email_changes } = await exported(user.access)
      expect(email_changes).toMatchObject([{ old_email: user.email, new_email: email }])
    })

    it('ends with the account', async () => {
      const [user, email] = [await confirmedUser(), newAddress()]
      await changeTo(user, email)
      await request(user.access, newAddress())
      await server().call(accounts.deleteAccount, { token: user.access, body: { password: user.password } })
      expect(await undo(await undoLinkTo(user.email))).toMatchObject(invalid)
      expect(await server().call(accounts.checkEmail, { body: { email: user.email } })).toEqual({ exists: false })
    })

    async function exported(token: string): Promise<{ email_changes: unknown[] }> {
      const reply = await server().reply(accounts.exportAccount, { token })
      return JSON.parse(reply.text) as { email_changes: unknown[] }
    }
  },
  { env: { SMTP_URL: post.url, MAIL_FROM: 'Companion <hello@companion.example.org>' } },
)

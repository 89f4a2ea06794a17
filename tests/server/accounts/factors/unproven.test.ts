import { afterAll, expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { confirmEmailChange, requestEmailChange, undoEmailChange } from '#contract/endpoints/email-change.ts'
import { enterSecondFactor, getSecondFactor } from '#contract/endpoints/factors.ts'
import { CLIENT_ID, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { addPasskey, PASSKEY_ORIGIN } from '#support/users/passkey.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())
const REMOVED = 'The second step was removed from your account'

describeServerOnEachEngine(
  'a second factor that was added before the address was confirmed',
  (server) => {
    const findMail = async (email: string, subject: string) =>
      (await mailsOf(server(), email)).findLast((mail) => mail.subject === subject) ?? {}
    const linkIn = async (email: string, subject: string) => tokenIn(await findMail(email, subject))
    const mailOf = async (email: string, subject: string) =>
      ((await findMail(email, subject)) as { text?: string }).text?.replaceAll(/\s+/g, ' ')
    const removals = async (email: string) =>
      (await mailsOf(server(), email)).filter(({ subject }) => subject === REMOVED).length
    const factorsOf = async ({ body }: { body: unknown }) =>
      server().call(getSecondFactor, { token: (body as { access: string }).access })
    const none = { totp_since: null, passkeys: [], recovery_codes_left: 0 }

    /** Somebody who registers an address that is not theirs, with an authenticator app and a passkey. */
    async function stranger() {
      const user = await server().registerUser()
      await addSecondFactor(server(), user.access)
      const passkey = await addPasskey(server(), user.access)
      return { ...user, passkey }
    }
    const confirm = async (email: string) => {
      const token = await linkIn(email, 'Confirm your address')
      expect((await server().reply(accounts.verifyEmail, { body: { token } })).status).toBe(200)
    }
    async function resetPassword(email: string) {
      await server().call(accounts.forgotPassword, { body: { email } })
      const body = { token: await linkIn(email, 'Choose a new password'), password: 'a louder evening' }
      expect((await server().reply(accounts.resetPassword, { body })).status).toBe(200)
      return server().reply(accounts.login, { body: { email, password: body.password } })
    }

    it.each(['never', 'by its owner'])(
      'is removed when the owner resets the password of an address confirmed %s before',
      async (confirmed) => {
        const { email, passkey } = await stranger()
        if (confirmed !== 'never') await confirm(email)
        const owner = await resetPassword(email)
        expect(owner.status).toBe(200)
        expect(await factorsOf(owner)).toMatchObject(none)
        expect((await passkey.signIn()).status).toBe(401)
        expect(await removals(email)).toBe(1)
      },
    )

    it('is removed when the owner, who had confirmed the address, signs in with Google', async () => {
      const { email, passkey } = await stranger()
      await confirm(email)
      const body = await issuer.credential({ email, sub: email })
      const owner = await server().reply(accounts.registerWithGoogle, { body })
      expect(owner.status).toBe(200)
      expect(await factorsOf(owner)).toMatchObject(none)
      expect((await passkey.signIn()).status).toBe(401)
      expect(await removals(email)).toBe(1)
    })

    it('is removed when the owner, who had confirmed the address, undoes a change of it', async () => {
      const { email, access, passkey } = await stranger()
      await confirm(email)
      const other = `other-${email}`
      await server().call(requestEmailChange, { token: access, body: { email: other } })
      await server().call(confirmEmailChange, { body: { token: await linkIn(other, 'Confirm your new address') } })
      const token = await linkIn(email, 'The address of your account was changed')
      await server().call(undoEmailChange, { body: { token } })
      expect((await passkey.signIn()).status).toBe(401)
      expect(await factorsOf(await resetPassword(email))).toMatchObject(none)
      expect(await removals(email)).toBe(1)
    })

    it('stays after a reset where no link confirmed the address, as with Google, and its mail says so', async () => {
      const { email, access } = await server().registerUser()
      await server()
        .dependencies.db.updateTable('users')
        .set({ email_verified: 1, email_confirmed_at: null })
        .where('email', '=', email)
        .execute()
      await addPasskey(server(), access)
      expect(await mailOf(email, 'A passkey was added to your account')).toContain('a new password does not remove it')
      expect((await resetPassword(email)).status).toBe(401)
    })

    it('is the only one to go: those that were added later stay, and are asked for', async () => {
      const { email, access } = await server().registerUser()
      const early = await addPasskey(server(), access)
      await confirm(email)
      server().advance(1000)
      const { nextCode } = await addSecondFactor(server(), access)
      // Each mail says what the reset of a password does to the factor that it tells of.
      const [ofEarly, ofLate] = await Promise.all(
        ['A passkey was added to your account', 'Logging in now takes a second step'].map((said) =>
          mailOf(email, said),
        ),
      )
      expect(ofEarly).not.toContain('a new password does not remove it')
      expect(ofLate).toContain('a new password does not remove it')
      const refused = await resetPassword(email)
      expect(refused).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
      const { challenge } = refused.body as { challenge: string }
      const body = { challenge, one_time_code: nextCode() }
      const owner = await server().reply(enterSecondFactor, { body })
      expect(await factorsOf(owner)).toMatchObject({ totp_since: expect.any(String), passkeys: [] })
      expect((await early.signIn()).status).toBe(401)
      // Nothing is left that a second reset would remove.
      expect((await resetPassword(email)).status).toBe(401)
      expect(await removals(email)).toBe(1)
    })
  },
  { env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url, PUBLIC_URL: PASSKEY_ORIGIN } },
)

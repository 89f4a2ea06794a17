import { afterAll, expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { subscribeToPush } from '#contract/endpoints/companion.ts'
import { spendForeignToken } from '#server/modules/accounts/one-time-tokens.repository.ts'
import { CLIENT_ID, startIdentityIssuer } from '#support/fakes/identity-issuer.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { pushReceiver } from '#support/fakes/push-keys.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const issuer = await startIdentityIssuer()
afterAll(() => issuer.close())

describeServerOnEachEngine(
  'an account that is linked to Google',
  (server) => {
    const mails = (email: string) => mailsOf(server(), email)
    const linkIn = async (email: string, subject: string) =>
      tokenIn((await mails(email)).findLast((mail) => mail.subject === subject) ?? {})
    const signInWithGoogle = async (email: string, sub = email) =>
      server().reply(accounts.registerWithGoogle, { body: await issuer.credential({ email, sub }) })
    const confirm = (token: string) => server().reply(accounts.verifyEmail, { body: { token } })
    const reads = async ({ access }: { access: string }) =>
      (await server().reply(accounts.exportAccount, { token: access })).status
    const logIn = async (user: { email: string; password: string }) =>
      (await server().reply(accounts.login, { body: { email: user.email, password: user.password } })).status

    it('is no longer accessible to somebody who registered it with an address of another person', async () => {
      // The attacker knows the password, has two sessions, links, a token for another app, and notifications.
      const attacker = await server().registerUser()
      const { email } = attacker
      const elsewhere = await server().call(accounts.login, { body: attacker })
      const { token: sso } = await server().call(accounts.createSsoToken, {
        token: attacker.access,
        body: { audience: 'companion_app' },
      })
      await server().call(accounts.forgotPassword, { body: { email } })
      await server().call(subscribeToPush, { token: attacker.access, body: pushReceiver() })
      // The owner of the address confirms it, and later signs in with Google.
      const confirmation = await linkIn(email, 'Confirm your address')
      expect((await confirm(confirmation)).status).toBe(200)
      const reset = await linkIn(email, 'Choose a new password')
      const owner = await signInWithGoogle(email)
      expect(owner).toMatchObject({ status: 200, body: { user: { id: attacker.user.id } } })

      expect(await reads(attacker)).toBe(401)
      expect(await reads(elsewhere)).toBe(401)
      const refreshed = await server().reply(accounts.refreshToken, { body: { refresh: elsewhere.refresh } })
      expect(refreshed.status).toBe(401)
      expect(await logIn(attacker)).toBe(401)
      expect((await server().reply(accounts.validateSso, { body: { token: sso } })).status).toBe(401)
      const byOldLink = { token: reset, password: 'a louder evening' }
      expect((await server().reply(accounts.resetPassword, { body: byOldLink })).status).toBe(400)
      const { db } = server().dependencies
      const mine = (table: 'push_subscriptions' | 'known_addresses') =>
        db.selectFrom(table).selectAll().where('user_id', '=', attacker.user.id).execute()
      expect(await mine('push_subscriptions')).toEqual([])
      // The address of Google's user, and no other.
      expect(await mine('known_addresses')).toHaveLength(1)
      const { access } = owner.body as { access: string }
      expect(await reads({ access })).toBe(200)
    })

    it.each([
      [
        'en',
        'Google sign-in was added to your account',
        ['old password no longer works', 'were signed out', 'log out and'],
      ],
      [
        'es',
        'Se añadió el acceso con Google a tu cuenta',
        ['anterior ya no sirve', 'se cerró la sesión', 'cierra la sesión y'],
      ],
    ] as const)('sends a mail that says what happened (%s)', async (language, subject, words) => {
      const { user, email } = await server().registerUser()
      const { db } = server().dependencies
      await db.updateTable('users').set({ email_verified: 1, language }).where('id', '=', user.id).execute()
      expect((await signInWithGoogle(email)).status).toBe(200)
      const told = (await mails(email)).filter((mail) => mail.subject === subject)
      expect(told).toHaveLength(1)
      // The password pages would lead their reader, whom Google has signed in, to the chat.
      expect(told[0]?.html).not.toContain('/auth/')
      for (const part of [told[0]?.text, told[0]?.html]) {
        for (const word of [...words, '/account', '(UTC)']) expect(part).toContain(word)
      }
      // Only a newly linked account causes a mail.
      expect((await signInWithGoogle(email)).status).toBe(200)
      expect((await mails(email)).filter((mail) => mail.subject === subject)).toHaveLength(1)
    })

    it.each([
      ['en', 'Google sign-in was added to your account', 'old password', 'all other devices were signed out'],
      ['es', 'Se añadió el acceso con Google a tu cuenta', 'contraseña anterior', 'se cerró la sesión'],
    ] as const)(
      'sends a mail that mentions no old password when there was none (%s)',
      async (language, subject, absent, present) => {
        const { user, email } = await server().registerUser()
        const { db } = server().dependencies
        const fields = { email_verified: 1, language, password_hash: null } as const
        await db.updateTable('users').set(fields).where('id', '=', user.id).execute()
        expect((await signInWithGoogle(email)).status).toBe(200)
        const mail = (await mails(email)).find((mail) => mail.subject === subject)
        for (const part of [mail?.text, mail?.html]) {
          expect(part).toContain(present)
          expect(part).not.toContain(absent)
        }
      },
    )

    it('is unchanged by a credential that was used before', async () => {
      const user = await server().registerUser()
      const { db, now } = server().dependencies
      await db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
      const body = await issuer.credential({ email: user.email })
      const token = body.credential.slice(0, body.credential.lastIndexOf('.'))
      await spendForeignToken(db, { token, userId: user.id, purpose: 'google', seconds: 60, now: now() })
      expect((await server().reply(accounts.registerWithGoogle, { body })).status).toBe(401)
      expect(await reads(user)).toBe(200)
      expect(await logIn(user)).toBe(200)
      expect((await mails(user.email)).map(({ subject }) => subject)).toEqual(['Confirm your address'])
    })

    it('accepts a password again after its owner has set one', async () => {
      const user = await server().registerUser()
      const { db } = server().dependencies
      await db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
      await signInWithGoogle(user.email)
      await server().call(accounts.forgotPassword, { body: { email: user.email } })
      const body = { token: await linkIn(user.email, 'Choose a new password'), password: 'a louder evening' }
      expect((await server().reply(accounts.resetPassword, { body })).status).toBe(200)
      expect(await logIn({ ...user, password: body.password })).toBe(200)
    })
  },
  { env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: issuer.url } },
)

import { expect, it } from 'vitest'
import { confirmEmailChange, requestEmailChange, undoEmailChange } from '#contract/endpoints/email-change.ts'
import { getSecondFactor } from '#contract/endpoints/factors.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createLongLivedUser } from '#support/stripe/payments.ts'
import { addPasskey, PASSKEY_ORIGIN } from '#support/users/passkey.ts'
import { addSecondFactor } from '#support/users/second-factor.ts'

describeServerOnEachEngine(
  'the undo of a change of address',
  (server) => {
    const linkIn = async (email: string, subject: string) =>
      tokenIn((await mailsOf(server(), email)).findLast((mail) => mail.subject === subject) ?? {})

    it('removes the factors that a thief set up in the week before the change was requested, and leaves older ones', async () => {
      const user = await createLongLivedUser(server())
      const { db } = server().dependencies
      await db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
      const own = await addPasskey(server(), await user.token())
      server().advance(8 * DAY_MS)
      const foreign = await addPasskey(server(), await user.token())
      await addSecondFactor(server(), await user.token())
      server().advance(6 * DAY_MS)
      const other = `other-${user.email}`
      await server().call(requestEmailChange, { token: await user.token(), body: { email: other } })
      server().advance(DAY_MS / 2)
      await server().call(confirmEmailChange, { body: { token: await linkIn(other, 'Confirm your new address') } })
      server().advance(3 * DAY_MS)
      const token = await linkIn(user.email, 'The address of your account was changed')
      await server().call(undoEmailChange, { body: { token } })

      expect((await foreign.signIn()).status).toBe(401)
      const owner = await own.signIn()
      expect(owner.status).toBe(200)
      const { access } = owner.body as { access: string }
      const left = await server().call(getSecondFactor, { token: access })
      expect(left).toMatchObject({ totp_since: null, passkeys: [{ id: own.id }], recovery_codes_left: 10 })
    })
  },
  { env: { PUBLIC_URL: PASSKEY_ORIGIN } },
)

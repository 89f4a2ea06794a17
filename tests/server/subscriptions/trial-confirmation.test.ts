import { afterAll, expect, it } from 'vitest'
import { deleteAccount, register, verifyEmail } from '#contract/endpoints/accounts.ts'
import { checkout, listPlans, subscriptionDetails } from '#contract/endpoints/subscriptions.ts'
import { mailTo, startMailServer, tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const post = await startMailServer()
afterAll(() => post.close())

describeServerOnEachEngine(
  'a trial where mails can be sent',
  (server) => {
    async function join(email = `${crypto.randomUUID()}@example.org`) {
      const body = { email, password: 'a quiet evening', first_name: 'Ada', last_name: 'Byron' }
      const { access: token } = await server().call(register, { body })
      const trial = (await server().call(listPlans, {})).find(({ price }) => price === '0.00')
      const begin = (language = 'en') =>
        server().reply(checkout, {
          token,
          body: { plan_id: trial?.id ?? 0 },
          headers: { 'Accept-Language': language },
        })
      const confirm = async () => {
        const mail = await mailTo(post.mails, email, /^Confirm/)
        await server().call(verifyEmail, { body: { token: tokenIn(mail) } })
      }
      const subscriptions = async () => (await server().call(subscriptionDetails, { token })).subscriptions
      const leave = () => server().call(deleteAccount, { token, body: { password: body.password } })
      return { email, begin, confirm, subscriptions, leave }
    }

    it('begins only after the address is confirmed, and says so in both languages', async () => {
      const user = await join()
      expect(await user.begin()).toMatchObject({
        status: 409,
        body: { code: 'email_unconfirmed', message: expect.stringContaining('Confirm your email address first') },
      })
      expect((await user.begin('es')).body).toMatchObject({
        message: expect.stringContaining('Confirma antes tu dirección'),
      })
      expect(await user.subscriptions()).toEqual([])
      await user.confirm()
      expect((await user.begin()).status).toBe(200)
      expect(await user.subscriptions()).toMatchObject([{ status: 'trialing', is_active_now: true }])
    })

    it('does not say whether an address had one before to somebody who has not confirmed it', async () => {
      const first = await join()
      await first.confirm()
      expect((await first.begin()).status).toBe(200)
      await first.leave()
      const again = await join(first.email.replace('@', '+again@'))
      expect((await again.begin()).body).toMatchObject({ code: 'email_unconfirmed' })
      await again.confirm()
      expect((await again.begin()).body).toMatchObject({ code: 'trial_used' })
    })
  },
  { env: { SMTP_URL: post.url, MAIL_FROM: 'Companion <hello@example.org>' } },
)

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { requestEmailChange } from '#contract/endpoints/email-change.ts'
import { confirmSession } from '#contract/endpoints/factors.ts'
import { unsubscribe, unsubscribePage } from '#contract/endpoints/mail.ts'
import { limits } from '#server/limits/rate-limits.ts'
import { mailsOf } from '#support/fakes/mail-folder.ts'
import { tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine(
  'an email address',
  (server) => {
    // The limits for one IP address do not apply to the fresh database; the limits tested here are per account.
    const registered = async (details: { receive_newsletters?: boolean } = {}) => {
      await server().dependencies.db.deleteFrom('rate_limits').where('key', 'like', 'register:%').execute()
      return server().registerUser(details)
    }
    const subjects = async (email: string) => (await mailsOf(server(), email)).map(({ subject }) => subject)
    const firstMail = async (email: string) => (await mailsOf(server(), email))[0] ?? {}
    const confirm = (token: string) => server().reply(accounts.verifyEmail, { body: { token } })
    const welcomeTo = async (email: string) => {
      await confirm(tokenIn(await firstMail(email)))
      const mail = (await mailsOf(server(), email)).find(({ subject }) => subject === 'Welcome to Companion')
      if (mail === undefined) throw new Error('no welcome has come')
      return mail
    }
    const isVerified = async (token: string) => (await server().call(accounts.getProfile, { token })).email_verified

    it('is confirmed once by the mailed link, which also sends the welcome mail', async () => {
      const user = await registered()
      expect(await isVerified(user.access)).toBe(false)
      const token = tokenIn(await firstMail(user.email))
      expect(await confirm(token)).toMatchObject({ status: 200, body: { message: 'Your address is confirmed' } })
      expect(await isVerified(user.access)).toBe(true)
      expect((await confirm(token)).status).toBe(200)
      expect(await subjects(user.email)).toEqual(['Confirm your address', 'Welcome to Companion'])
    })

    it('is confirmed and welcomed once when its link is opened twice at the same time', async () => {
      const user = await registered()
      const token = tokenIn(await firstMail(user.email))
      const replies = await Promise.all([1, 2, 3, 4].map(() => confirm(token)))
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await subjects(user.email)).toEqual(['Confirm your address', 'Welcome to Companion'])
    })

    it('is not confirmed by an expired link, a link for another purpose or a forged one', async () => {
      const user = await registered()
      const token = tokenIn(await firstMail(user.email))
      await server().call(accounts.forgotPassword, { body: { email: user.email } })
      const reset = (await mailsOf(server(), user.email)).find(({ subject }) => subject?.includes('password')) ?? {}
      for (const wrong of ['x', 'B'.repeat(43), tokenIn(reset), user.refresh]) {
        expect((await confirm(wrong)).status, wrong).toBe(400)
      }
      server().advance(24 * 3_600_000 + 1)
      expect(await confirm(token)).toMatchObject({ status: 400, body: { token: ['This link is no longer valid'] } })
    })

    it('gets the confirmation link again when the user asks, a few times', async () => {
      const user = await registered()
      const again = () => server().reply(accounts.resendVerification, { token: user.access })
      const { max } = limits.resend
      const statuses: number[] = []
      for (let n = 0; n <= max; n += 1) statuses.push((await again()).status)
      expect(statuses).toEqual([...Array<number>(max).fill(200), 429])
      expect(await subjects(user.email)).toHaveLength(max + 1)
    })

    it('gets a limited number of confirmation links a day, and further requests report the limit', async () => {
      const user = await registered()
      const again = () => server().reply(accounts.resendVerification, { token: user.access })
      const statuses: number[] = []
      for (let n = 0; n < limits.resendAddress.max + 2; n += 1) {
        statuses.push((await again()).status)
        await server().dependencies.db.deleteFrom('rate_limits').where('key', 'like', 'resend:%').execute()
      }
      // The mail of the registration counts, too.
      expect(statuses).toEqual([...Array<number>(limits.resendAddress.max - 1).fill(200), 429, 429, 429])
      expect(await subjects(user.email)).toHaveLength(limits.resendAddress.max)
    })

    it('gets no more confirmation links a day from an account that is deleted and registered again', async () => {
      const { email, password, access } = await registered()
      const body = { email, password, first_name: 'Ada', last_name: 'Lovelace' }
      let token = access
      for (let n = 0; n < limits.resendAddress.max + 1; n += 1) {
        // An account that is deleted before its mail is written gets none.
        await server().dependencies.mails.settled()
        await server().call(accounts.deleteAccount, { token, body: { password } })
        await server().dependencies.db.deleteFrom('rate_limits').where('key', 'like', 'register:%').execute()
        token = (await server().call(accounts.register, { body })).access
      }
      expect(await subjects(email)).toHaveLength(limits.resendAddress.max)
    })

    it('gives way to a new one after as many requests as the limit has, not counting those without a proof', async () => {
      const { access: token, password } = await registered()
      const request = async () => {
        const body = { email: `${randomUUID()}@example.org` }
        return (await server().reply(requestEmailChange, { token, body })).status
      }
      const { max } = limits.resend
      server().advance(10 * 60_000)
      const unproven: number[] = []
      for (let n = 0; n < max; n += 1) unproven.push(await request())
      expect(unproven).toEqual(Array(max).fill(403))
      await server().call(confirmSession, { token, body: { password } })
      const proven: number[] = []
      for (let n = 0; n <= max; n += 1) proven.push(await request())
      expect(proven).toEqual([...Array<number>(max).fill(200), 429])
    })

    it('gets no confirmation link when it is already confirmed', async () => {
      const user = await registered()
      await confirm(tokenIn(await firstMail(user.email)))
      await server().call(accounts.resendVerification, { token: user.access })
      expect(await subjects(user.email)).toEqual(['Confirm your address', 'Welcome to Companion'])
    })

    it('gets a welcome mail without an unsubscribe link when the user did not ask for the newsletter', async () => {
      const user = await registered()
      const welcome = await welcomeTo(user.email)
      expect(welcome.headers.some(({ key }) => key.startsWith('list-'))).toBe(false)
      expect(welcome.text).not.toContain('newsletter')
    })

    it('is unsubscribed by one-click requests of a mail program, signed out and repeatedly', async () => {
      const user = await registered({ receive_newsletters: true })
      const welcome = await welcomeTo(user.email)
      const header = (name: string) => welcome.headers.find(({ key }) => key === name)?.value
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      const url = /^<(http:[^<>\s]+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? ''
      expect(welcome.text).toContain(url)
      expect(welcome.html).toContain(`href="${url.replace('&', '&amp;')}"`)

      const wants = async () => (await server().call(accounts.getProfile, { token: user.access })).receive_newsletters
      for (const method of ['GET', 'HEAD', 'OPTIONS']) await fetch(url, { method })
      expect(await wants()).toBe(true)
      // RFC 8058, section 3.2: a POST with this body, without cookies or credentials.
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
      expect(await wants()).toBe(false)
      expect((await fetch(url, { method: 'POST' })).status).toBe(200)
    })

    it('is unsubscribed by a button on a page in the mail’s language with the usual security policy', async () => {
      const user = await registered({ receive_newsletters: true })
      const url = /http\S+\/unsubscribe\/\S+/.exec((await welcomeTo(user.email)).text ?? '')?.[0] ?? ''
      expect(await (await fetch(url, { headers: { 'Accept-Language': 'es' } })).text()).toContain('<html lang="en">')
      const page = await fetch(url.replace('lang=en', 'lang=es'))
      const text = await page.text()
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toContain("style-src 'self'")
      expect(text).toContain('<html lang="es">')
      expect(text).toMatch(/<form method="post"><button type="submit">Dejar de recibirlo<\/button><\/form>/)
      expect(text).not.toMatch(/<(?:style|script)|style=/)
      const style = /<link rel="stylesheet" href="([^"]+)">/.exec(text)?.[1] ?? ''
      expect((await fetch(new URL(style, url))).headers.get('content-type')).toContain('text/css')
      const done = await fetch(url, { method: 'POST' })
      expect(await done.text()).toContain('You will receive no more newsletters')
    })

    it('is not unsubscribed by a link that was tampered with', async () => {
      const [user, other] = [await registered({ receive_newsletters: true }), await registered()]
      const token = /token=(\S+)/.exec((await welcomeTo(user.email)).text ?? '')?.[1] ?? ''
      const signature = token.slice(token.indexOf('.') + 1)
      for (const wrong of ['', 'x', `${other.user.id}.${signature}`, `${user.id}.${'A'.repeat(43)}`, `${token}x`]) {
        const page = await server().reply(unsubscribePage, { query: { token: wrong } })
        expect(page.text, wrong).toContain('This link is not whole')
        expect((await server().reply(unsubscribe, { query: { token: wrong } })).status, wrong).toBe(400)
      }
      expect((await server().call(accounts.getProfile, { token: user.access })).receive_newsletters).toBe(true)
    })
  },
  { env: { RATE_LIMITS: 'on' } },
)

import { afterAll, expect, it } from 'vitest'
import { verifyEmail } from '#contract/endpoints/accounts.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { exportNewsletterRecipients, subscribeToNewsletter } from '#contract/endpoints/newsletter/reading.ts'
import { forgetUnconfirmed } from '#server/modules/newsletter/subscribers/forget-unconfirmed.ts'
import { mailTo, startMailServer, tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const post = await startMailServer()
afterAll(() => post.close())

const env = { SMTP_URL: post.url, MAIL_FROM: 'hello@companion.example', NEWSLETTER_ADDRESS: '1 Harbour Street, Lisbon' }
const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

let count = 0
const newAddress = () => `reader-${process.pid}-${++count}@example.org`

describeServerOnEachEngine(
  'a subscription without an account',
  (server) => {
    const ask = (email: string, language: 'en' | 'es' = 'en') =>
      server().call(subscribeToNewsletter, { body: { email, language } })
    const rows = (email: string) =>
      server().dependencies.db.selectFrom('newsletter_subscribers').selectAll().where('email', '=', email).execute()
    /** Asks, and opens nothing yet; the path of the mailed page. */
    const pageOf = async (email: string, subject = /Do you want the Companion newsletter/) => {
      const mail = await mailTo(post.mails, email, subject)
      const url = /\S+\/newsletter\/address\?token=\S+/.exec(mail.text ?? '')?.[0] ?? ''
      return new URL(url).pathname + new URL(url).search
    }
    const subscribed = async () => {
      const email = newAddress()
      await ask(email)
      const page = await pageOf(email)
      await server().send(page, form({ action: 'confirm' }))
      return { email, page }
    }

    it('begins only when the mailed page is confirmed by its button', async () => {
      expect(await server().call(getConfig, {})).toMatchObject({ newsletter: { subscribe: true } })
      const email = newAddress()
      await ask(` ${email.toUpperCase()} `)
      const page = await pageOf(email)
      const opened = await server().send(page)
      expect(opened.status).toBe(200)
      expect(opened.headers.get('cache-control')).toContain('no-store')
      expect(opened.text).toContain('Yes, send it to me')
      expect(await rows(email)).toMatchObject([{ confirmed_at: null, language: 'en' }])
      const confirmed = await server().send(page, form({ action: 'confirm' }))
      expect(confirmed.text).toContain('Done: you get the next issue.')
      expect((await rows(email))[0]?.confirmed_at).not.toBeNull()
    })

    it('answers the same for a known address, a new one and one of an account, and mails each what is true', async () => {
      const { email } = await subscribed()
      const account = await insertSignedInUser(server().dependencies)
      const { db } = server().dependencies
      const { email: used } = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', account.id)
        .executeTakeFirstOrThrow()
      await db.updateTable('users').set({ email_verified: 1 }).where('id', '=', account.id).execute()
      const answers = [await ask(email), await ask(newAddress()), await ask(used)]
      expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
      await mailTo(post.mails, email, /You get the Companion newsletter already/)
      const mail = await mailTo(post.mails, used, /newsletter and your account/)
      expect(mail.text).toContain('/settings?section=general')
      expect(await rows(used)).toEqual([])
    })

    it('is confirmed again after a refused mail, and promises no deletion of an address that is kept', async () => {
      const { email } = await subscribed()
      const { db, now } = server().dependencies
      const bounced_at = new Date(now()).toISOString()
      await db.updateTable('newsletter_subscribers').set({ bounced_at }).where('email', '=', email).execute()
      await ask(email, 'es')
      const mail = await mailTo(post.mails, email, /¿Quieres el boletín de Companion\?/)
      expect(mail.text).toContain('no recibirás ningún boletín')
      expect(mail.text).not.toContain('se borra')
      expect(mail.text).toContain('también puedes borrar la dirección')
      const url = new URL(/\S+\/newsletter\/address\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '')
      await server().send(url.pathname + url.search, form({ action: 'confirm' }))
      expect((await rows(email))[0]?.bounced_at).toBeNull()
    })

    it('keeps the language that its reader chose, whoever asks again in another one', async () => {
      const { email, page } = await subscribed()
      await ask(email, 'es')
      await mailTo(post.mails, email, /You get the Companion newsletter already/)
      expect(await rows(email)).toMatchObject([{ language: 'en' }])
      const opened = await server().send(page)
      expect(opened.text).toContain('Get it in Spanish')
      const changed = await server().send(page, form({ action: 'to_es' }))
      expect(changed.text).toContain('Get it in English')
      expect(await rows(email)).toMatchObject([{ language: 'es' }])
    })

    it('is asked for on the archive page without scripts, and refuses what is no address', async () => {
      const email = newAddress()
      expect((await server().send('/newsletter')).text).toContain('<form class="box" method="post"')
      const answer = await server().send('/newsletter?lang=es', form({ email }))
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('Mira tu buzón')
      await mailTo(post.mails, email, /¿Quieres el boletín de Companion\?/)
      const refused = await server().send('/newsletter', form({ email: 'not"an address' }))
      expect(refused.status).toBe(400)
      expect(refused.text).toContain('aria-invalid="true"')
      expect(refused.text).toContain('value="not&quot;an address"')
    })

    it('is shown, downloaded and deleted by the mailed link, and by no other', async () => {
      const { email, page } = await subscribed()
      const file = await server().send(page.replace('/address?', '/address.json?'))
      expect(JSON.parse(file.text)).toMatchObject({ email, language: 'en', mails: [] })
      const forged = page.replace(/token=s\d+/, 'token=s1')
      expect((await server().send(forged)).status).toBe(404)
      expect((await server().send(forged, form({ action: 'delete' }))).status).toBe(404)
      const deleted = await server().send(page, form({ action: 'delete' }))
      expect(deleted.text).toContain('Your address is deleted here.')
      expect(await rows(email)).toEqual([])
      expect((await server().send(page)).status).toBe(404)
      expect((await server().send(page, form({ action: 'confirm' }))).status).toBe(404)
    })

    it('ends when an account confirms the address, whose own choice counts from then on', async () => {
      const { email } = await subscribed()
      const user = await server().registerUser({ email })
      // Somebody else may have registered it.
      expect(await rows(email)).toHaveLength(1)
      const mail = await mailTo(post.mails, email, /Confirm your address/)
      await server().call(verifyEmail, { body: { token: tokenIn(mail) } })
      expect(await rows(email)).toEqual([])
      const { db } = server().dependencies
      const stored = db.selectFrom('users').select('receive_newsletters').where('id', '=', user.user.id)
      expect(await stored.executeTakeFirst()).toEqual({ receive_newsletters: 0 })
    })

    it('is forgotten when it was not confirmed within a week', async () => {
      const { email: confirmed } = await subscribed()
      const email = newAddress()
      await ask(email)
      await pageOf(email)
      const { db, now } = server().dependencies
      const day = 24 * 3_600_000
      await forgetUnconfirmed(db, now() + 6.9 * day)
      expect(await rows(email)).toHaveLength(1)
      await forgetUnconfirmed(db, now() + 7.1 * day)
      expect(await rows(email)).toEqual([])
      expect(await rows(confirmed)).toHaveLength(1)
    })

    it('is kept for a week after the last mail that asked for the confirmation', async () => {
      const email = newAddress()
      await ask(email)
      await pageOf(email)
      const { db, now } = server().dependencies
      const day = 24 * 3_600_000
      const longAgo = { created_at: new Date(now() - 6.9 * day).toISOString() }
      await db.updateTable('newsletter_subscribers').set(longAgo).where('email', '=', email).execute()
      await ask(email, 'es')
      const page = await pageOf(email, /Quieres el boletín de Companion/)
      await forgetUnconfirmed(db, now() + 6.9 * day)
      const confirmed = await server().send(page, form({ action: 'confirm' }))
      expect(confirmed.status).toBe(200)
      const [stored] = await rows(email)
      expect(stored?.confirmed_at).not.toBeNull()
      // Of a confirmed address the time stays: it is stored since then.
      await ask(email)
      await pageOf(email, /Ya recibes el boletín de Companion/)
      expect((await rows(email))[0]?.created_at).toBe(stored?.created_at)
    })

    it('is in the CSV of recipients, beside the accounts that chose the newsletter, by kind and language', async () => {
      const { email } = await subscribed()
      const { dependencies, address } = server()
      const admin = await insertSignedInUser(dependencies, { isAdmin: true })
      const reader = await insertSignedInUser(dependencies)
      const settings = { receive_newsletters: 1, email_verified: 1, language: 'es' } as const
      await dependencies.db.updateTable('users').set(settings).where('id', '=', reader.id).execute()
      const read = async (query: string) => {
        const headers = { Authorization: `Bearer ${admin.token}` }
        const response = await fetch(`${address}/api/v1${exportNewsletterRecipients.path}${query}`, { headers })
        return (await response.text()).trim().split('\r\n').slice(1)
      }
      const lineOf = (lines: string[], id: number) => lines.find((line) => line.split(',')[3] === String(id))
      const all = await read('')
      expect(all.find((line) => line.startsWith(`${email},en,address,,`))).toBeDefined()
      expect(lineOf(all, reader.id)).toContain(',es,account,')
      expect(lineOf(all, admin.id)).toBeUndefined()
      expect((await read('?kind=address')).every((line) => line.includes(',address,'))).toBe(true)
      expect(await read('?kind=account&language=es')).toEqual([lineOf(all, reader.id)])
      expect(await read('?kind=account&language=en')).toEqual([])
    })
  },
  { env },
)

describeServerOnEachEngine(
  'the limits of subscriptions',
  (server) => {
    it('mails one address three times a day, whoever asks, and says nothing of it', async () => {
      const email = newAddress()
      const body = { email, language: 'en' } as const
      for (let n = 0; n < 5; n += 1) await server().call(subscribeToNewsletter, { body })
      await server().dependencies.mails.settled()
      expect(post.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(3)
      const more = await Promise.all(
        Array.from({ length: 8 }, () => server().send('/newsletter', form({ email: newAddress() }))),
      )
      expect(more.map(({ status }) => status)).toContain(429)
    })
  },
  { env: { ...env, RATE_LIMITS: 'on' } },
)

describeServerOnEachEngine('a server that can send no newsletter', (server) => {
  it('takes no subscription', async () => {
    const body = { email: newAddress(), language: 'en' } as const
    expect((await server().reply(subscribeToNewsletter, { body })).status).toBe(404)
  })
})

import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { verifyEmail } from '#contract/endpoints/accounts.ts'
import { getIssue, listDeliveries, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import { subscribeToNewsletter } from '#contract/endpoints/newsletter/reading.ts'
import { unsubscribeUrl } from '#server/modules/accounts/email/unsubscribe-token.ts'
import { skipDelivery } from '#server/modules/newsletter/sending/deliveries.repository.ts'
import { dump } from '#support/database/dump.ts'
import { mailTo, type ReceivedMail, startMailServer, tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { insertReaders, writeIssue } from '#support/users/readers.ts'

const post = await startMailServer()
afterAll(() => post.close())

const form = (action: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ action }).toString(),
})
const pageIn = (mail: ReceivedMail) => {
  const url = new URL(/\S+\/newsletter\/address\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '')
  return url.pathname + url.search
}

describeServerOnEachEngine(
  'an address without an account',
  (server, engine) => {
    const ask = (email: string, language: 'en' | 'es') =>
      server().call(subscribeToNewsletter, { body: { email, language } })

    it('gets a mail in its language that names nobody and links nothing but the page to confirm', async () => {
      const wanted = {
        en: [/^Do you want the Companion newsletter\?$/, 'the address is deleted after 7 days'],
        es: [/^¿Quieres el boletín de Companion\?$/, 'la dirección se borra al cabo de 7 días'],
      } as const
      for (const language of ['en', 'es'] as const) {
        const email = `asked.${engine}.${language}@example.org`
        const [subject, ending] = wanted[language]
        await ask(email, language)
        const mail = await mailTo(post.mails, email, subject)
        for (const part of [mail.text ?? '', mail.html ?? '']) {
          expect(part).toContain(ending)
          expect(part).toContain(email)
          expect(part).toContain('/newsletter/address?token=')
        }
        // Without the language in the link, the page would be in that of the browser.
        expect((await server().send(pageIn(mail))).text).toContain(`<html lang="${language}"`)
        expect(mail.html).not.toMatch(/<img|<script/)
        expect(mail.recipients).toEqual([email])
      }
    })

    it('gets an issue, is listed with it in the export, and leaves only a count when it is deleted', async () => {
      const email = `reader.${engine}@example.org`
      await ask(email, 'en')
      const page = pageIn(await mailTo(post.mails, email, /Do you want/))
      await server().send(page, form('confirm'))
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const subject = `Gulls ${engine}`
      const { id, revision } = await writeIssue(server(), admin.token, { subject })
      const given = { token: admin.token, params: { id } }
      await server().call(scheduleIssue, { ...given, body: { revision, at: null } })
      await vi.waitFor(async () => expect((await server().call(getIssue, given)).status).toBe('sent'))
      const mail = await mailTo(post.mails, email, new RegExp(subject))
      expect(mail.messageId).toMatch(/^<issue\d+\.s\d+@/)

      const file = await server().send(page.replace('/address?', '/address.json?'))
      expect(file.headers.get('content-disposition')).toContain('attachment')
      const stored = JSON.parse(file.text)
      expect(Object.keys(stored).sort()).toEqual(
        ['bounced_at', 'clicks_agreed_at', 'confirmed_at', 'created_at', 'email', 'language', 'mails'].sort(),
      )
      expect(stored).toMatchObject({ email, mails: [{ slug: `gulls-${engine}`, language: 'en', status: 'sent' }] })

      expect((await server().send(page, form('delete'))).status).toBe(200)
      expect((await server().call(getIssue, given)).counts.sent).toBe(1)
      const { results } = await server().call(listDeliveries, { ...given, query: { status: 'sent' } })
      expect(results).toMatchObject([{ email: null }])
      expect(JSON.stringify([...(await dump(server().dependencies.db))])).not.toContain(email)
    })

    it('ends with the link of an issue that unsubscribes by one click, and the address is gone', async () => {
      const email = `leaver.${engine}@example.org`
      await ask(email, 'es')
      const page = pageIn(await mailTo(post.mails, email, /Quieres el boletín/))
      await server().send(page, form('confirm'))
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const subject = `Terns ${engine}`
      const { id, revision } = await writeIssue(server(), admin.token, { subject, send_other_language: true })
      const given = { token: admin.token, params: { id } }
      await server().call(scheduleIssue, { ...given, body: { revision, at: null } })
      const mail = await mailTo(post.mails, email, new RegExp(subject))
      const url = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
      for (let n = 0; n < 2; n += 1) {
        const clicked = await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
        expect(clicked.status).toBe(200)
      }
      expect((await server().send(page)).status).toBe(404)
      // The mail was in English, as the only version of the issue.
      for (const method of ['GET', 'POST']) {
        const page = await fetch(url, { method, headers: { 'Accept-Language': 'es' } })
        expect(await page.text()).toContain('<html lang="en">')
      }
      const { counts } = await server().call(getIssue, given)
      expect(counts.unsubscribed).toBe(1)
    })

    it('is told to use a newer mail by the link of a subscription that has ended, also in Spanish', async () => {
      const email = `returner.${engine}@example.org`
      const subscribed = () =>
        server()
          .dependencies.db.selectFrom('newsletter_subscribers')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirst()
      await ask(email, 'es')
      await mailTo(post.mails, email, /Quieres el boletín/)
      const { config } = server().dependencies
      const reader = { subscriberId: (await subscribed())?.id ?? 0 }
      const url = unsubscribeUrl(config, reader, { language: 'es' })
      const press = async () => (await fetch(url, { method: 'POST' })).text()
      expect(await press()).toContain('Hecho. No recibirás más boletines.')
      await ask(email, 'es')
      await vi.waitFor(async () => expect(await subscribed()).toBeDefined())
      expect(await press()).toContain('usa el enlace de un mensaje más reciente')
      expect(await subscribed()).toBeDefined()
      const inEnglish = await fetch(url.replace('lang=es', 'lang=en'), { method: 'POST' })
      expect(await inEnglish.text()).toContain('use the link of a newer mail')
    })

    describe('that an account has confirmed since', () => {
      beforeEach(async () => {
        const { db } = server().dependencies
        await db.updateTable('users').set({ receive_newsletters: 0 }).execute()
        await db.deleteFrom('newsletter_subscribers').execute()
      })

      /** A subscribed address and the token that confirms it for an account that wants the newsletter. */
      async function registered(name: string) {
        const email = `${name}.${engine}@example.org`
        await ask(email, 'en')
        await server().send(pageIn(await mailTo(post.mails, email, /Do you want/)), form('confirm'))
        const { id } = await server().registerUser({ email, receive_newsletters: true })
        const token = tokenIn(await mailTo(post.mails, email, /Confirm your address/))
        return { email, id, confirm: () => server().call(verifyEmail, { body: { token } }) }
      }
      async function begin(subject: string) {
        const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
        const { id, revision } = await writeIssue(server(), admin.token, { subject })
        const given = { token: admin.token, params: { id } }
        await server().call(scheduleIssue, { ...given, body: { revision, at: null } })
        return () => server().call(getIssue, given)
      }

      it('ends the newsletter of the account with the link of an issue from before', async () => {
        const { email, id, confirm } = await registered('joiner')
        const read = await begin(`Skuas ${engine}`)
        const mail = await mailTo(post.mails, email, new RegExp(`Skuas ${engine}`))
        await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
        await confirm()
        const url = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
        for (let n = 0; n < 2; n += 1) {
          const clicked = await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
          expect(clicked.status).toBe(200)
        }
        const { db } = server().dependencies
        const stored = db.selectFrom('users').select('receive_newsletters').where('id', '=', id)
        expect(await stored.executeTakeFirst()).toEqual({ receive_newsletters: 0 })
        expect((await read()).counts.unsubscribed).toBe(1)
      })

      it('gets the issue that was queued for it before, as the account chose', async () => {
        await insertReaders(server().dependencies, 1, { name: `first.${engine}` })
        const { email, confirm } = await registered('queued')
        const hold = post.hold()
        onTestFinished(hold.release)
        const read = await begin(`Knots ${engine}`)
        await vi.waitFor(async () => expect((await read()).counts).toMatchObject({ sending: 1, queued: 1 }))
        const { db } = server().dependencies
        const queued = db.selectFrom('newsletter_deliveries').selectAll().where('status', '=', 'queued')
        const before = await queued.executeTakeFirstOrThrow()
        await confirm()
        // The sender may have read the row before, and finds no subscriber.
        await skipDelivery(db, before)
        hold.release()
        await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
        expect((await read()).counts).toMatchObject({ sent: 2, skipped: 0 })
        await mailTo(post.mails, email, new RegExp(`Knots ${engine}`))
      })
    })
  },
  {
    env: {
      SMTP_URL: post.url,
      MAIL_FROM: 'hello@companion.test',
      NEWSLETTER_ADDRESS: '1 Harbour Street',
      NEWSLETTER_PER_MINUTE: '60000',
    },
    newsletter: { sweepMs: 50 },
  },
)

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import { listAudit } from '#contract/endpoints/admin.ts'
import {
  getIssue,
  listDeliveries,
  pauseIssue,
  resendDelivery,
  resumeIssue,
  scheduleIssue,
  stopIssue,
  testIssue,
} from '#contract/endpoints/newsletter/issues.ts'
import type { DeliveryStatus, Issue } from '#contract/objects/newsletter.ts'
import { mailTo, startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type InsertedUser, insertSignedInUser } from '#support/users/inserted-user.ts'
import { insertReaders, writeIssue } from '#support/users/readers.ts'

const refusals = new Map<string, { status: number; message: string }>()
const post = await startMailServer({ refuseRecipient: (address) => refusals.get(address) })
afterAll(() => post.close())

const FROM = 'Companion <hello@companion.test>'
const ADDRESS = 'Companion, 1 Harbour Street, Lisbon'

describeServerOnEachEngine(
  'sending an issue',
  (server, engine) => {
    let admin: InsertedUser
    let count = 0
    /** Part of the subjects and addresses of a test: both engines send through one mail server. */
    let run = ''
    beforeAll(async () => {
      admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    })
    // Every test has readers of its own.
    beforeEach(async () => {
      refusals.clear()
      await server().dependencies.db.updateTable('users').set({ receive_newsletters: 0 }).execute()
      count += 1
      run = `${engine}${count}`
    })

    const token = () => ({ token: admin.token })
    const at = ({ id }: Issue) => ({ ...token(), params: { id } })
    const readers = (many: number, language: 'en' | 'es' = 'en') =>
      insertReaders(server().dependencies, many, { name: `${language}${run}.`, language })
    const send = (issue: Issue, when: string | null = null) =>
      server().reply(scheduleIssue, { ...at(issue), body: { revision: issue.revision, at: when } })
    const read = (issue: Issue) => server().call(getIssue, at(issue))
    const ended = (issue: Issue) =>
      vi.waitFor(async () => {
        const now = await read(issue)
        expect(now.status).toBe('sent')
        return now
      })
    const received = (subject: string) =>
      post.mails.filter((mail) => mail.subject === subject).flatMap(({ recipients }) => recipients)
    const deliveries = async (issue: Issue, status: DeliveryStatus) =>
      (await server().call(listDeliveries, { ...at(issue), query: { status } })).results

    it('mails every confirmed reader once, and counts them', async () => {
      const emails = await readers(5)
      const subject = `Harbours ${run}`
      const issue = await writeIssue(server(), admin.token, { subject })
      expect(issue.recipients).toEqual({ en: 5, es: 0 })
      expect((await send(issue)).status).toBe(200)
      const { counts, sent_at } = await ended(issue)
      expect(counts).toMatchObject({ sent: 5, queued: 0, sending: 0, in_doubt: 0 })
      expect(sent_at).not.toBeNull()
      expect(received(subject).sort()).toEqual(emails)
    })

    it('writes a mail with text, dark mode, a postal address and a link that unsubscribes by one click', async () => {
      const [email = ''] = await readers(1)
      const subject = `Lighthouses ${run}`
      const body = '# Light\n\nSee [the coast](https://example.org/coast) & **more**.\n\n<script>alert(1)</script>'
      const issue = await writeIssue(server(), admin.token, {
        versions: { en: { subject, preview: 'Inside', body }, es: null },
      })
      await send(issue)
      const mail = await mailTo(post.mails, email, new RegExp(subject))
      const { html = '', text = '' } = mail
      for (const part of [html, text]) {
        expect(part).toContain(ADDRESS)
        expect(part).toContain('tracking pixel')
        expect(part).toContain('https://example.org/coast')
        expect(part).toMatch(/\/newsletter\/lighthouses-[\w-]+\?lang=en\b/)
      }
      expect(html).toContain('prefers-color-scheme: dark')
      expect(html).not.toContain('<script>')
      const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
      expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(mail.messageId).toMatch(/^<issue\d+\.u\d+@127\.0\.0\.1>$/)
      const url = header('list-unsubscribe').slice(1, -1)
      const clicked = await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
      expect(clicked.status).toBe(200)
      await ended(issue)
      expect((await read(issue)).counts.unsubscribed).toBe(1)
      expect((await read(issue)).recipients).toEqual({ en: 0, es: 0 })
    })

    it('sends each reader their language, and the other one only if an admin says so', async () => {
      const [english, spanish] = [await readers(2), await readers(2, 'es')]
      const subject = `Nets ${run}`
      const one = await writeIssue(server(), admin.token, { subject })
      await send(one)
      await ended(one)
      expect(received(subject).sort()).toEqual(english)
      const both = await writeIssue(server(), admin.token, { subject: `${subject}b`, send_other_language: true })
      await send(both)
      await ended(both)
      expect(received(`${subject}b`).sort()).toEqual([...english, ...spanish].sort())
    })

    it('waits for its time', async () => {
      await readers(1)
      const subject = `Tides ${run}`
      const issue = await writeIssue(server(), admin.token, { subject })
      const when = new Date(server().dependencies.now() + 3_600_000).toISOString()
      expect((await send(issue, when)).body).toMatchObject({ status: 'scheduled', scheduled_at: when })
      expect(received(subject)).toEqual([])
      server().advance(3_601_000)
      await ended(issue)
      expect(received(subject)).toHaveLength(1)
    })

    it('becomes a draft again when it is paused before its time', async () => {
      await readers(1)
      const issue = await writeIssue(server(), admin.token)
      await send(issue, new Date(server().dependencies.now() + 3_600_000).toISOString())
      const paused = await server().call(pauseIssue, at(issue))
      expect(paused).toMatchObject({ status: 'draft', scheduled_at: null })
    })

    it('skips readers who unsubscribe while it is being sent, and continues after a pause', async () => {
      const emails = await readers(3)
      const subject = `Ropes ${run}`
      const hold = post.hold()
      const issue = await writeIssue(server(), admin.token, { subject })
      await send(issue)
      await vi.waitFor(async () => expect((await read(issue)).counts.sending).toBe(1))
      await server().call(pauseIssue, at(issue))
      hold.release()
      await vi.waitFor(async () => expect((await read(issue)).counts.sent).toBe(1))
      const { db } = server().dependencies
      await db
        .updateTable('users')
        .set({ receive_newsletters: 0 })
        .where('email', '=', emails[2] ?? '')
        .execute()
      expect((await read(issue)).counts).toMatchObject({ sent: 1, queued: 2 })
      await server().call(resumeIssue, at(issue))
      expect((await ended(issue)).counts).toMatchObject({ sent: 2, skipped: 1 })
      expect(received(subject).sort()).toEqual(emails.slice(0, 2))
    })

    it('is not sent to the remaining readers once it is stopped', async () => {
      await readers(3)
      const hold = post.hold()
      const issue = await writeIssue(server(), admin.token)
      await send(issue)
      await vi.waitFor(async () => expect((await read(issue)).counts.sending).toBe(1))
      await server().call(stopIssue, at(issue))
      hold.release()
      await vi.waitFor(async () => expect((await read(issue)).counts).toMatchObject({ sent: 1, queued: 2 }))
      expect((await server().reply(resumeIssue, at(issue))).status).toBe(409)
      expect((await read(issue)).status).toBe('stopped')
    })

    describe('with a mail server that refuses', () => {
      it('records an address that does not exist, and switches its newsletter off', async () => {
        const [gone = '', there = ''] = await readers(2)
        refusals.set(gone, { status: 550, message: `5.1.1 <${gone}> unknown` })
        const issue = await writeIssue(server(), admin.token)
        await send(issue)
        expect((await ended(issue)).counts).toMatchObject({ sent: 1, bounced: 1 })
        const [bounced] = await deliveries(issue, 'bounced')
        expect(bounced).toMatchObject({ email: gone, reply: '550 5.1.1 … unknown' })
        const { db } = server().dependencies
        const flags = db.selectFrom('users').select('receive_newsletters').where('email', 'in', [gone, there])
        expect((await flags.orderBy('email').execute()).map((row) => row.receive_newsletters)).toEqual([0, 1])
      })

      it('keeps a reader whose mail is refused for another reason than the address', async () => {
        const [email = ''] = await readers(1)
        refusals.set(email, { status: 554, message: '5.7.1 relaying denied' })
        const issue = await writeIssue(server(), admin.token)
        await send(issue)
        expect((await ended(issue)).counts).toMatchObject({ refused: 1, bounced: 0 })
        expect((await read(issue)).recipients.en).toBe(1)
      })

      it('retries a mail that is refused temporarily', async () => {
        const [email = ''] = await readers(1)
        refusals.set(email, { status: 451, message: 'try again later' })
        const issue = await writeIssue(server(), admin.token)
        await send(issue)
        await vi.waitFor(async () =>
          expect(await deliveries(issue, 'queued')).toMatchObject([{ attempts: 1, reply: '451 try again later' }]),
        )
        refusals.clear()
        server().advance(6 * 60_000)
        expect((await ended(issue)).counts).toMatchObject({ sent: 1 })
      })

      it('counts an outage of the mail server as nobody’s failure, shows it and waits', async () => {
        const busy = { status: 421, message: 'too busy' }
        for (const email of await readers(2)) refusals.set(email, busy)
        const issue = await writeIssue(server(), admin.token)
        await send(issue)
        await vi.waitFor(async () => expect((await read(issue)).outage).toMatchObject({ reply: '421 too busy' }))
        const { queued, sending } = (await read(issue)).counts
        expect(queued + sending).toBe(2)
        refusals.clear()
        expect(await ended(issue)).toMatchObject({ counts: { sent: 2, refused: 0 }, outage: null })
      })
    })

    it('resends a mail that may have been sent when an admin requests it, under the same Message-ID', async () => {
      const [email = ''] = await readers(1)
      const subject = `Sails ${run}`
      const issue = await writeIssue(server(), admin.token, { subject })
      await send(issue)
      await ended(issue)
      const { db } = server().dependencies
      await db
        .updateTable('newsletter_deliveries')
        .set({ status: 'in_doubt' })
        .where('issue_id', '=', issue.id)
        .execute()
      const [doubtful] = await deliveries(issue, 'in_doubt')
      const body = { delivery_id: doubtful?.id ?? 0 }
      // It may be sent before the response is written.
      expect((await server().call(resendDelivery, { ...at(issue), body })).counts.in_doubt).toBe(0)
      await ended(issue)
      expect(received(subject)).toEqual([email, email])
      const ids = post.mails.filter((mail) => mail.subject === subject).map(({ messageId }) => messageId)
      expect(new Set(ids).size).toBe(1)
      expect((await server().reply(resendDelivery, { ...at(issue), body })).status).toBe(409)
    })

    it('mails a test to the admin alone', async () => {
      await readers(1)
      const subject = `Ports ${run}`
      const issue = await writeIssue(server(), admin.token, { subject })
      const { message } = await server().call(testIssue, { ...at(issue), body: { language: 'en' } })
      expect(message).toContain(admin.email)
      const mail = await mailTo(post.mails, admin.email, new RegExp(subject))
      expect(mail.subject).toBe(`[Test] ${subject}`)
      expect(received(subject)).toEqual([])
      expect((await server().reply(testIssue, { ...at(issue), body: { language: 'es' } })).body).toEqual({
        language: ['There is no text in this language'],
      })
    })

    it('keeps the counts but not the address of an account that is deleted', async () => {
      const [email = ''] = await readers(1)
      const issue = await writeIssue(server(), admin.token)
      await send(issue)
      await ended(issue)
      const { db } = server().dependencies
      await db.deleteFrom('users').where('email', '=', email).execute()
      expect((await read(issue)).counts.sent).toBe(1)
      expect(await deliveries(issue, 'sent')).toMatchObject([{ email: null }])
    })

    it('records what admins do', async () => {
      await readers(1)
      const issue = await writeIssue(server(), admin.token)
      await send(issue)
      await ended(issue)
      await deliveries(issue, 'sent')
      const { results } = await server().call(listAudit, { ...token(), query: { page_size: 200 } })
      const own = results.filter(({ detail }) => detail.issue === issue.id).map(({ action }) => action)
      const wanted = [
        'newsletter.recipients_viewed',
        'newsletter.scheduled',
        'newsletter.changed',
        'newsletter.created',
      ]
      expect(own).toEqual(wanted)
    })

    it('honours a choice in the settings', async () => {
      const reader = await insertSignedInUser(server().dependencies)
      const { db } = server().dependencies
      await db.updateTable('users').set({ email_verified: 1 }).where('id', '=', reader.id).execute()
      await server().call(updateProfile, { token: reader.token, body: { receive_newsletters: true } })
      expect((await read(await writeIssue(server(), admin.token))).recipients.en).toBe(1)
      await server().call(updateProfile, { token: reader.token, body: { receive_newsletters: false } })
      expect((await read(await writeIssue(server(), admin.token))).recipients.en).toBe(0)
    })
  },
  {
    env: { SMTP_URL: post.url, MAIL_FROM: FROM, NEWSLETTER_ADDRESS: ADDRESS, NEWSLETTER_PER_MINUTE: '60000' },
    newsletter: { sweepMs: 50, outageMs: [50] },
  },
)

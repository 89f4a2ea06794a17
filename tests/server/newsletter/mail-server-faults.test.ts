import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { getIssue, listDeliveries, resendDelivery, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { insertReaders, writeIssue } from '#support/users/readers.ts'

const refusals = new Map<string, { status: number; message: string }>()
const post = await startMailServer({ refuseRecipient: (address) => refusals.get(address) })
afterAll(() => post.close())

describeServerOnEachEngine(
  'sending an issue through a mail server with faults',
  (server, engine) => {
    beforeEach(async () => {
      refusals.clear()
      await server().dependencies.db.updateTable('users').set({ receive_newsletters: 0 }).execute()
    })

    /** Begins to send an issue; returns how to read it. */
    async function begin(at: string | null = null) {
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const { id, revision } = await writeIssue(server(), admin.token)
      const given = { token: admin.token, params: { id } }
      await server().call(scheduleIssue, { ...given, body: { revision, at } })
      return () => server().call(getIssue, given)
    }

    it('keeps every reader whose mail is refused for a fault of the sender or of the mail server', async () => {
      const replies = [
        { status: 550, message: 'relay not permitted' },
        { status: 530, message: 'Authentication required' },
        { status: 550, message: '5.4.5 Daily sending limit exceeded' },
        { status: 553, message: 'sender rejected (#5.7.1)' },
        { status: 550, message: '5.1.8 sender address has no valid domain' },
        { status: 552, message: '5.2.2 mailbox full' },
      ]
      const emails = await insertReaders(server().dependencies, replies.length, { name: `kept${engine}` })
      for (const [n, reply] of replies.entries()) refusals.set(emails[n] ?? '', reply)
      const read = await begin()
      await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
      const { counts, recipients } = await read()
      expect(counts).toMatchObject({ refused: replies.length, bounced: 0 })
      expect(recipients.en).toBe(replies.length)
    })

    it('sends mails again that were refused, one of them or all, under the same Message-IDs', async () => {
      const emails = await insertReaders(server().dependencies, 3, { name: `again${engine}` })
      for (const email of emails) refusals.set(email, { status: 550, message: '5.4.5 Daily sending limit exceeded' })
      const read = await begin()
      await vi.waitFor(async () => expect((await read()).counts).toMatchObject({ refused: 3 }))
      const { id } = await read()
      const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const given = { token, params: { id } }
      const stored = () =>
        server()
          .dependencies.db.selectFrom('newsletter_deliveries')
          .select(['id', 'message_id'])
          .where('issue_id', '=', id)
          .orderBy('id')
          .execute()
      const before = await stored()
      const [first] = (await server().call(listDeliveries, { ...given, query: { status: 'refused' } })).results
      refusals.clear()
      await server().call(resendDelivery, { ...given, body: { delivery_id: first?.id ?? 0 } })
      await vi.waitFor(async () =>
        expect(await read()).toMatchObject({ status: 'sent', counts: { sent: 1, refused: 2 } }),
      )
      await server().call(resendDelivery, { ...given, body: { delivery_id: null } })
      await vi.waitFor(async () =>
        expect(await read()).toMatchObject({ status: 'sent', counts: { sent: 3, refused: 0 } }),
      )
      const received = post.mails.filter(({ recipients }) => emails.some((email) => recipients.includes(email)))
      expect(received.map(({ messageId }) => messageId)).toEqual(before.map(({ message_id }) => `<${message_id}>`))
      expect((await server().reply(resendDelivery, { ...given, body: { delivery_id: null } })).status).toBe(409)
    })

    it('waits after twenty equal refusals in a row, as in an outage, until the mail server takes mails', async () => {
      const emails = await insertReaders(server().dependencies, 25, { name: `limit${engine}` })
      for (const email of emails) refusals.set(email, { status: 550, message: '5.4.5 Daily sending limit exceeded' })
      const read = await begin()
      const reply = '550 5.4.5 Daily sending limit exceeded'
      await vi.waitFor(async () => expect((await read()).outage).toMatchObject({ reply }))
      expect((await read()).counts).toMatchObject({ refused: 19, queued: 6 })
      refusals.clear()
      await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
      expect(await read()).toMatchObject({ counts: { refused: 19, sent: 6 }, outage: null })
    })

    it('refuses each of many recipients with an equal fault when it takes the mails to others', async () => {
      const emails = await insertReaders(server().dependencies, 23, { name: `full${engine}` })
      for (const email of emails.slice(0, 21)) refusals.set(email, { status: 552, message: '5.2.2 mailbox full' })
      const read = await begin()
      await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
      expect((await read()).counts).toMatchObject({ refused: 21, sent: 2 })
    })

    it('sends to all others when the mail server answers one recipient as if it took nothing', async () => {
      const emails = await insertReaders(server().dependencies, 3, { name: `closed${engine}` })
      refusals.set(emails[0] ?? '', { status: 421, message: 'too many of these' })
      const read = await begin()
      await vi.waitFor(async () => expect((await read()).counts).toMatchObject({ sent: 2 }))
      refusals.clear()
      await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
      expect((await read()).counts).toMatchObject({ sent: 3, refused: 0 })
    })

    it('shows an outage no longer that an earlier process met, once the mail server takes a mail', async () => {
      const emails = await insertReaders(server().dependencies, 2, { name: `earlier${engine}` })
      refusals.set(emails[1] ?? '', { status: 451, message: 'try again later' })
      const { db, now } = server().dependencies
      const read = await begin(new Date(now() + 3_600_000).toISOString())
      const outage = { outage: '421 too busy', outage_since: new Date(now()).toISOString() }
      const { id } = await read()
      await db.updateTable('newsletter_issues').set(outage).where('id', '=', id).execute()
      server().advance(3_601_000)
      await vi.waitFor(async () => expect((await read()).counts).toMatchObject({ sent: 1, queued: 1 }))
      await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'sending', outage: null }))
    })

    it('goes on after the pause of an outage although the clock was set back meanwhile', async () => {
      const [email = ''] = await insertReaders(server().dependencies, 1, { name: `clock${engine}` })
      refusals.set(email, { status: 421, message: 'too busy' })
      const read = await begin()
      await vi.waitFor(async () => expect((await read()).outage).not.toBeNull())
      server().advance(-3_600_000)
      onTestFinished(() => server().advance(3_600_000))
      refusals.clear()
      const { id } = await read()
      // The mail is due by the clock that is set back, too.
      const due = { next_attempt_at: new Date(0).toISOString() }
      await vi.waitFor(async () => {
        const { db } = server().dependencies
        await db.updateTable('newsletter_deliveries').set(due).where('issue_id', '=', id).execute()
        expect((await read()).status).toBe('sent')
      })
    })

    it('switches the newsletter off for every address of which the mail server says that it does not exist', async () => {
      const codes = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']
      const emails = await insertReaders(server().dependencies, codes.length, { name: `gone${engine}` })
      for (const [n, code] of codes.entries())
        refusals.set(emails[n] ?? '', { status: 550, message: `${code} unknown` })
      const read = await begin()
      await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
      const { counts, recipients } = await read()
      expect(counts).toMatchObject({ refused: 0, bounced: codes.length })
      expect(recipients.en).toBe(0)
    })
  },
  {
    env: {
      SMTP_URL: post.url,
      MAIL_FROM: 'hello@companion.test',
      NEWSLETTER_ADDRESS: '1 Harbour Street',
      NEWSLETTER_PER_MINUTE: '60000',
    },
    newsletter: { sweepMs: 50, outageMs: [500] },
  },
)

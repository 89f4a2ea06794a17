import { afterAll, expect, it, vi } from 'vitest'
import { getIssue, listDeliveries, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import { type DeliveryStatus, INVALID_ADDRESS, type Issue } from '#contract/objects/newsletter.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { insertReaders, writeIssue } from '#support/users/readers.ts'

const post = await startMailServer()
afterAll(() => post.close())

describeServerOnEachEngine(
  'sending an issue',
  (server, engine) => {
    const sentTo = async (subject: string) => {
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const { id, revision } = await writeIssue(server(), admin.token, { subject })
      const given = { token: admin.token, params: { id } }
      await server().call(scheduleIssue, { ...given, body: { revision, at: null } })
      const read = (): Promise<Issue> => server().call(getIssue, given)
      await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
      const listed = async (status: DeliveryStatus) =>
        (await server().call(listDeliveries, { ...given, query: { status } })).results
      const received = post.mails
        .filter((mail) => mail.subject === subject)
        .flatMap(({ recipients }) => recipients)
        .sort()
      return { id, read, counts: (await read()).counts, listed, received }
    }
    const clear = () => server().dependencies.db.updateTable('users').set({ receive_newsletters: 0 }).execute()

    it('puts the one mail in doubt whose connection ends without an answer, and sends the others once', async () => {
      await clear()
      const emails = await insertReaders(server().dependencies, 3, { name: `cut${engine}` })
      post.cut()
      const { counts, listed, received } = await sentTo(`Cut ${engine}`)
      expect(counts).toMatchObject({ sent: 2, in_doubt: 1, refused: 0, bounced: 0, queued: 0 })
      expect(await listed('in_doubt')).toMatchObject([{ email: emails[0], attempts: 1 }])
      expect(received).toEqual(emails)
    })

    it('puts the mail in doubt that a killed process was sending when its issue was stopped', async () => {
      await clear()
      await insertReaders(server().dependencies, 1, { name: `killed${engine}` })
      const { id, read } = await sentTo(`Killed ${engine}`)
      const { db, now } = server().dependencies
      await db
        .updateTable('newsletter_deliveries')
        .set({ status: 'sending', owner: 'killed' })
        .where('issue_id', '=', id)
        .execute()
      const ended = new Date(now() - 1000).toISOString()
      await db
        .updateTable('newsletter_issues')
        .set({ status: 'stopped', owner: 'killed', lease_expires_at: ended })
        .where('id', '=', id)
        .execute()
      await vi.waitFor(async () => expect((await read()).counts).toMatchObject({ in_doubt: 1, sending: 0 }))
    })

    it('refuses rows of the list whose address is none, with the reason, and sends to all others', async () => {
      await clear()
      const emails = await insertReaders(server().dependencies, 2, { name: `whole${engine}` })
      const broken = [
        `no at sign ${engine}`,
        `two@@${engine}.example.org`,
        `line\r\nRCPT TO:<evil@example.org>${engine}`,
      ]
      for (const email of broken) {
        const [inserted = ''] = await insertReaders(server().dependencies, 1, { name: `broken${engine}` })
        const renamed = { email, username: email, username_key: email }
        await server().dependencies.db.updateTable('users').set(renamed).where('email', '=', inserted).execute()
      }
      const { counts, listed, received } = await sentTo(`Whole ${engine}`)
      expect(counts).toMatchObject({ sent: 2, refused: 3, bounced: 0, in_doubt: 0, queued: 0 })
      const refused = await listed('refused')
      expect(refused.map(({ email }) => email).sort()).toEqual(broken.sort())
      expect(new Set(refused.map(({ reply }) => reply))).toEqual(new Set([INVALID_ADDRESS]))
      expect(received).toEqual(emails)
    })
  },
  {
    env: {
      SMTP_URL: post.url,
      MAIL_FROM: 'hello@companion.test',
      NEWSLETTER_ADDRESS: '1 Harbour Street',
      NEWSLETTER_PER_MINUTE: '60000',
    },
    newsletter: { sweepMs: 50, outageMs: [50] },
  },
)

import type { KyselyPlugin, PluginTransformResultArgs } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import { getIssue, listDeliveries, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import { type DeliveryStatus, INVALID_ADDRESS, type Issue } from '#contract/objects/newsletter.ts'
import { insertDeliveries } from '#server/modules/newsletter/recipients.repository.ts'
import { createEqualRefusals } from '#server/modules/newsletter/sending/equal-refusals.ts'
import { sendDelivery } from '#server/modules/newsletter/sending/send-delivery.ts'
import { MailFailure } from '#server/providers/mail/mailer.ts'
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

/** Throws what a busy database throws, in place of the first statement after it was armed. */
function busyOnce() {
  const plugin = { isArmed: false }
  const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    if (!plugin.isArmed) return node
    plugin.isArmed = false
    throw Object.assign(new Error('the database is shutting down'), { code: '57P01' })
  }
  return Object.assign(plugin, {
    transformQuery,
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  })
}

describeServerOnEachEngine(
  'what the mail server said of a mail',
  (server, engine) => {
    it.each([
      ['sent', undefined],
      ['bounced', { code: 'EENVELOPE', status: 550, scope: 'recipient', reply: '550 5.1.1 unknown' }],
      ['queued', { code: 'ECONNECTION', status: 421, scope: 'server' }],
    ] as const)('is stored as “%s” although the database is busy at that moment', async (status, failure) => {
      const { db: plain, now } = server().dependencies
      await plain.updateTable('users').set({ receive_newsletters: 0 }).execute()
      await insertReaders(server().dependencies, 1, { name: `busy.${status}${engine}` })
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const { id } = await writeIssue(server(), admin.token)
      const owner = 'this process'
      await plain.updateTable('newsletter_issues').set({ status: 'sending', owner }).where('id', '=', id).execute()
      const time = new Date(now()).toISOString()
      await insertDeliveries(plain, { id, languages: ['en'], sendOtherLanguage: false, host: 'localhost', time })
      const stored = () =>
        plain.selectFrom('newsletter_deliveries').selectAll().where('issue_id', '=', id).executeTakeFirstOrThrow()
      const busy = busyOnce()
      await sendDelivery({ db: plain.withPlugin(busy), now }, await stored(), {
        owner,
        refusals: createEqualRefusals(),
        signal: new AbortController().signal,
        write: async ({ email }) => ({ to: email, subject: 'Signals', text: '', html: '' }),
        mailer: {
          name: 'a mail server',
          close: () => undefined,
          async send() {
            busy.isArmed = true
            if (failure !== undefined) throw new MailFailure({ ...failure, isTransient: false })
          },
        },
      })
      expect(await stored()).toMatchObject({ status, owner: null })
    })
  },
  { newsletter: { sweepMs: 3_600_000 } },
)

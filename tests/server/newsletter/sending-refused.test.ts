import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { getIssue, resumeIssue, saveIssue, scheduleIssue, testIssue } from '#contract/endpoints/newsletter/issues.ts'
import type { Issue } from '#contract/objects/newsletter.ts'
import { insertDeliveries } from '#server/modules/newsletter/recipients.repository.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { insertReaders, writeIssue } from '#support/users/readers.ts'

const post = await startMailServer()
afterAll(() => post.close())

const FROM = 'Companion <hello@companion.test>'

describeServerOnEachEngine(
  'an issue that nobody could receive',
  (server) => {
    it('refuses an issue that is incomplete, without recipients or of another revision', async () => {
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const at = ({ id }: Issue) => ({ token: admin.token, params: { id } })
      const send = (issue: Issue, when: string | null = null) =>
        server().reply(scheduleIssue, { ...at(issue), body: { revision: issue.revision, at: when } })
      const issue = await writeIssue(server(), admin.token)
      expect((await send(issue)).body).toMatchObject({ code: 'conflict', message: 'Nobody would receive this issue' })
      await insertReaders(server().dependencies, 1)
      const versions = { en: { subject: ' ', preview: '', body: '' }, es: null }
      const input = { revision: issue.revision, send_other_language: false }
      const empty = await server().call(saveIssue, { ...at(issue), body: { ...input, versions } })
      expect((await send(empty)).body).toEqual({ 'en.subject': ['Enter a subject'], 'en.body': ['Write a text'] })
      expect((await send(issue)).body).toMatchObject({ message: 'Somebody else changed this issue in the meantime' })
      const none = { ...input, revision: empty.revision, versions: { en: null, es: null } }
      const nothing = await server().call(saveIssue, { ...at(issue), body: none })
      // A save whose response was lost is repeated with the same revision.
      expect(await server().reply(saveIssue, { ...at(issue), body: none })).toMatchObject({
        status: 200,
        body: { revision: nothing.revision },
      })
      expect((await send(nothing)).body).toEqual({ versions: ['There is no text in this language'] })
      const past = await send(nothing, new Date(server().dependencies.now() - 60_000).toISOString())
      expect(past.body).toEqual({ at: ['Choose a time in the future'] })
    })
  },
  { env: { SMTP_URL: post.url, MAIL_FROM: FROM, NEWSLETTER_ADDRESS: '1 Harbour Street' } },
)

describeServerOnEachEngine(
  'sending without a postal address',
  (server) => {
    it('is refused with the reason, before anything is sent', async () => {
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      await insertReaders(server().dependencies, 1, { name: 'lonely' })
      const { id, revision } = await writeIssue(server(), admin.token)
      const given = { token: admin.token, params: { id } }
      const refused = await server().reply(scheduleIssue, { ...given, body: { revision, at: null } })
      expect(refused.body).toMatchObject({
        message: 'The postal address of the sender is not set on this server, and every issue has to name it',
      })
      expect(await server().call(getIssue, given)).toMatchObject({ status: 'draft' })
    })
  },
  { env: { SMTP_URL: post.url, MAIL_FROM: FROM } },
)

describeServerOnEachEngine('sending without a mail server', (server) => {
  it('is refused with the reason, a test mail too', async () => {
    const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
    await insertReaders(server().dependencies, 1, { name: 'offline' })
    const { id, revision } = await writeIssue(server(), admin.token)
    const given = { token: admin.token, params: { id } }
    for (const refused of [
      await server().reply(scheduleIssue, { ...given, body: { revision, at: null } }),
      await server().reply(testIssue, { ...given, body: { language: 'en' } }),
    ])
      expect(refused).toMatchObject({ status: 409, body: { message: 'This server sends no mail' } })
  })
})

describe.each(testEngines)('an issue that was being sent when the postal address was removed (%s)', (engine) => {
  it('waits and is not resumed, because every mail has to name the address', async () => {
    const storage = await createTestStorage(engine, { migrated: true })
    onTestFinished(() => storage.remove())
    const env = { SMTP_URL: post.url, MAIL_FROM: FROM, TOKEN_SECRET: 'k2Vh9QmXr4Tz7Lw1Bn6Pd3Cy8Fj5Gs0A' }
    const before = await startTestServer(storage, { env })
    const admin = await insertSignedInUser(before.dependencies, { isAdmin: true })
    const readers = await insertReaders(before.dependencies, 1, { name: `removed${engine}` })
    const { id } = await writeIssue(before, admin.token)
    const { db, now } = before.dependencies
    const time = new Date(now()).toISOString()
    const sending = { status: 'sending', started_at: time } as const
    await db.updateTable('newsletter_issues').set(sending).where('id', '=', id).execute()
    await insertDeliveries(db, { id, languages: ['en'], sendOtherLanguage: false, host: 'localhost', time })
    await before.close()

    const server = await startTestServer(storage, { env, newsletter: { sweepMs: 50 } })
    const lines = server.logs
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'newsletter.settings_missing')
    expect(lines).toMatchObject([{ lacks: ['postal_address'] }])
    const { token } = await insertSignedInUser(server.dependencies, { isAdmin: true })
    const given = { token, params: { id } }
    const waiting = await server.call(getIssue, given)
    expect(waiting).toMatchObject({ status: 'sending', counts: { queued: 1, sent: 0 } })
    await server.dependencies.db
      .updateTable('newsletter_issues')
      .set({ status: 'paused' })
      .where('id', '=', id)
      .execute()
    expect(await server.reply(resumeIssue, given)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The postal address of the sender is not set') },
    })
    await server.close()
    expect(post.mails.filter(({ recipients }) => readers.some((email) => recipients.includes(email)))).toEqual([])
  })
})

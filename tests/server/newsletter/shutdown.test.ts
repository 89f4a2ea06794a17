import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import { openDatabase } from '#server/db/database.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { insertReaders, writeIssue } from '#support/users/readers.ts'

const post = await startMailServer()
const hold = post.hold()
afterAll(() => {
  hold.release()
  return post.close()
})

describe.each(testEngines)('a server that ends while it sends an issue (%s)', (engine) => {
  let storage: TestStorage
  beforeEach(async () => {
    storage = await createTestStorage(engine, { migrated: true })
  })
  afterEach(() => storage.remove())

  it('cuts the connection after the grace, and leaves the mail that it was sending in doubt', async () => {
    const server = await startTestServer(storage, {
      env: {
        SMTP_URL: post.url,
        MAIL_FROM: 'hello@companion.test',
        NEWSLETTER_ADDRESS: '1 Harbour Street',
        NEWSLETTER_PER_MINUTE: '60000',
      },
      newsletter: { sweepMs: 50, graceMs: 50 },
    })
    const { token } = await insertSignedInUser(server.dependencies, { isAdmin: true })
    await insertReaders(server.dependencies, 2)
    const { id, revision } = await writeIssue(server, token)
    const offered = post.offered()
    await server.call(scheduleIssue, { token, params: { id }, body: { revision, at: null } })
    await vi.waitFor(() => expect(post.offered()).toBe(offered + 1))
    const ended = vi.fn()
    void server.close().then(ended)
    await vi.waitFor(() => expect(ended).toHaveBeenCalled())
    const { db, close } = await openDatabase({ ...storage })
    const rows = await db.selectFrom('newsletter_deliveries').select('status').orderBy('id').execute()
    await close()
    expect(rows.map(({ status }) => status)).toEqual(['in_doubt', 'queued'])
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { saveIssue, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import { openDatabase } from '#server/db/database.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { SeededRandom } from '#support/fixtures/seeded-random.ts'
import { environmentOf, TEST_TOKEN_SECRET } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { insertReaders, writeIssue } from '#support/users/readers.ts'

const RECIPIENTS = Number(process.env.NEWSLETTER_RECIPIENTS ?? 150)
const KILLS = Number(process.env.NEWSLETTER_KILLS ?? 2)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** On a busy machine, starting a process can take half a minute. */
const LIMIT_MS = 120_000 + KILLS * 30_000
const program = join(import.meta.dirname, '../../support/programs/short-lease-server.ts')
/** Prints the counts of a long run. */
const log = process.env.NEWSLETTER_KILLS === undefined ? () => {} : console.info

/**
 * A server process is killed at random moments while it sends: some before its mail server has answered, so that it
 * accepts a mail of which the process never learns.
 */
describe.each(testEngines)(`an issue for ${RECIPIENTS} readers through ${KILLS} kills (%s, seed ${seed})`, (engine) => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await createTestStorage(engine, { migrated: true })
  })
  afterAll(() => storage.remove())

  it('reaches each reader once or shows them in doubt', { timeout: LIMIT_MS }, async () => {
    const random = new SeededRandom(seed)
    const nextKill = () => random.between(1, Math.floor(RECIPIENTS / (KILLS + 1)))
    let child: ChildProcess | undefined
    let until = nextKill()
    let kills = 0
    const post = await startMailServer({
      beforeReply: async () => {
        until -= 1
        if (until > 0 || kills === KILLS || child === undefined) return
        kills += 1
        until = nextKill()
        const victim = child
        child = undefined
        const kill = () => victim.kill('SIGKILL')
        // Every second kill comes while the answer of the mail server is on its way, or anywhere in the next mails.
        if (random.next() < 0.5) setTimeout(kill, random.between(0, 20))
        else kill()
      },
    })
    const mail = {
      SMTP_URL: post.url,
      MAIL_FROM: 'hello@companion.test',
      NEWSLETTER_ADDRESS: '1 Harbour Street',
      NEWSLETTER_PER_MINUTE: '100000',
    }

    const emails = await writeAndSchedule(storage)
    const began = performance.now()
    const env = environmentOf(storage, mail)
    let isSent = false
    while (!isSent) {
      const started = spawn(process.execPath, [program], { env, stdio: 'ignore' })
      const end = once(started, 'exit')
      child = started
      const open = await openDatabase({ ...storage })
      const finished = async () => {
        const issue = await open.db.selectFrom('newsletter_issues').select('status').executeTakeFirst()
        return issue?.status === 'sent'
      }
      let isGone = false
      void end.then(() => {
        isGone = true
      })
      await vi.waitFor(
        async () => {
          isSent = await finished()
          expect(isGone || isSent).toBe(true)
        },
        { timeout: LIMIT_MS, interval: 50 },
      )
      if (isSent) {
        started.kill('SIGTERM')
        await end
      }
      await open.close()
    }

    const { db, close } = await openDatabase({ ...storage })
    const rows = await db
      .selectFrom('newsletter_deliveries')
      .innerJoin('users', 'users.id', 'newsletter_deliveries.user_id')
      .select(['users.email', 'newsletter_deliveries.status', 'newsletter_deliveries.message_id'])
      .execute()
    await close()
    await post.close()
    const times = new Map<string, number>()
    for (const { recipients } of post.mails)
      for (const email of recipients) times.set(email, (times.get(email) ?? 0) + 1)
    const of = (status: string) => rows.filter((row) => row.status === status)
    const [sent, doubtful] = [of('sent'), of('in_doubt')]
    const arrived = doubtful.filter(({ email }) => times.has(email)).length
    log(
      `${engine}: ${sent.length} sent, ${doubtful.length} in doubt (of which ${arrived} arrived), ${kills} kills, ` +
        `${post.mails.length} mails in ${Math.round((performance.now() - began) / 1000)} s`,
    )
    expect(kills).toBe(KILLS)
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort())
    expect(sent.length + doubtful.length).toBe(RECIPIENTS)
    expect(doubtful.length).toBeLessThanOrEqual(kills)
    expect(sent.filter(({ email }) => times.get(email) !== 1)).toEqual([])
    expect([...times.values()].filter((count) => count > 1)).toEqual([])
    const ids = new Map(rows.map(({ email, message_id }) => [email, `<${message_id}>`]))
    expect(post.mails.filter(({ messageId, recipients: [to = ''] }) => ids.get(to) !== messageId)).toEqual([])
  })
})

/** Leaves a scheduled issue in the database, of which the first process learns when it starts. */
async function writeAndSchedule(storage: TestStorage): Promise<string[]> {
  const server = await startTestServer(storage, {
    env: {
      TOKEN_SECRET: TEST_TOKEN_SECRET,
      NEWSLETTER_ADDRESS: '1 Harbour Street',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'hello@companion.test',
    },
    newsletter: { sweepMs: 3_600_000 },
  })
  const { token } = await insertSignedInUser(server.dependencies, { isAdmin: true })
  const emails = await insertReaders(server.dependencies, RECIPIENTS)
  const { id, revision, versions } = await writeIssue(server, token)
  const soon = new Date(server.dependencies.now() + 1_000).toISOString()
  const saved = await server.call(saveIssue, {
    token,
    params: { id },
    body: { revision, versions, send_other_language: true },
  })
  await server.call(scheduleIssue, { token, params: { id }, body: { revision: saved.revision, at: soon } })
  await server.close()
  return emails
}

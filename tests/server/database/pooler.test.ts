import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { search } from '#contract/endpoints/companion.ts'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { openDatabase } from '#server/db/database.ts'
import { isBusy } from '#server/db/errors/is-busy.ts'
import { allEvents, nextWritten, readEvents, textOf } from '#support/api/answer-stream.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { type Pooler, startPooler } from '#support/database/pgbouncer.ts'
import { runInPostgres } from '#support/database/run-in-postgres.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'
import { startTcpProxy } from '#support/servers/tcp-proxy.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { chatCalls, createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
const env = {
  ASSISTANT_BASE_URL: model.url,
  ASSISTANT_MODEL: 'small-model',
  TOKEN_SECRET: randomBytes(32).toString('hex'),
}
let storage: TestStorage
let pooler: Pooler
const servers: TestServer[] = []
beforeAll(async () => {
  storage = await createTestStorage('postgres')
  pooler = await startPooler(storage.databaseUrl ?? '')
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
afterAll(async () => {
  await pooler?.stop()
  await storage?.remove()
  await model.close()
})

/** Its answers are polled so seldom that only notices can move a test on. */
async function start(more: Record<string, string>): Promise<TestServer> {
  const generations = { sweepMs: 600_000 }
  const server = await startTestServer(
    { ...storage, databaseUrl: pooler.url },
    { env: { ...env, ...more }, generations },
  )
  servers.push(server)
  return server
}

describe('two processes behind PgBouncer in transaction mode', () => {
  it('migrate, write and stream, with one direct connection each for notices', async () => {
    const direct = { DATABASE_DIRECT_URL: storage.databaseUrl ?? '' }
    const [one, two] = await Promise.all([start(direct), start(direct)])
    const here = await createChatUser(one)
    const there = chatCalls(createTestClient(two.address), here.token, here.chatId)
    const script = model.next({ tokens: ['One ', 'two'], holdAt: 1 })
    const { assistant_message: answer } = await here.ask('Count')
    const streams = await Promise.all([here, there].map(async (user) => readEvents(await user.resume(answer.id))))
    for (const events of streams) expect((await nextWritten(events)).value).toMatchObject({ data: { text: 'One ' } })
    const notices: string[] = []
    for (const { dependencies } of [one, two]) {
      dependencies.bus.subscribe('answer:1', (payload) => notices.push(payload))
    }
    await script.release()
    for (const events of streams) expect(textOf(await Array.fromAsync(events))).toBe('two')
    await vi.waitFor(() => expect(notices.filter((payload) => payload === 'end')).toHaveLength(2))

    // More statements at once than the pooler has connections.
    const users = await Promise.all(Array.from({ length: 8 }, () => createChatUser(one)))
    const texts = await Promise.all(
      users.map(async (user, i) => textOf(await allEvents(await user.stream(`Say ${i}`)))),
    )
    expect(texts).toEqual(users.map((_, i) => `You said: Say ${i}`))
    const { results } = await two.call(search, { token: here.token, query: { q: 'count' } })
    expect(results.length).toBeGreaterThan(0)
    await two.dependencies.erasure.run()
    const logs = [...one.logs, ...two.logs].map((line) => JSON.parse(line) as { level: string; event?: string })
    expect(logs.filter(({ event, level }) => event === 'bus.pooled' || level === 'error')).toEqual([])
  })

  it('say so in the log when the notices go through it too', async () => {
    const log = pino({ level: 'silent' })
    const warn = vi.spyOn(log, 'warn')
    const bus = await createPostgresBus(pooler.url, log)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('a pooler is before'))
    await bus.close()
  })
})

describe('a database that PgBouncer loses', () => {
  it('is reported as busy, so that a request is answered with 503 and an answer is continued', async () => {
    const direct = storage.databaseUrl ?? ''
    const proxy = await startTcpProxy(direct)
    const url = new URL(direct)
    url.host = new URL(proxy.url).host
    const pooler = await startPooler(url.href)
    const { db, close } = await openDatabase({ databaseUrl: pooler.url, dataDir: storage.dataDir })
    const failed = sql`select pg_sleep(600)`.execute(db).catch((error: unknown) => error)
    await vi.waitFor(async () => {
      const sleeping = `select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep'`
      expect(await runInPostgres(direct, sleeping)).toEqual({ count: 1 })
    })
    proxy.cut()
    const error = await failed
    expect(error).toMatchObject({ code: '08P01', severity: 'FATAL' })
    expect(isBusy(error)).toBe(true)
    await close()
    await pooler.stop()
    await proxy.close()
  })
})

describe('a command that migrates', () => {
  /** With a text of its output once the database was reached. */
  const commands: [string, string[], string][] = [
    ['db-check.ts', [], 'The free space is that of the PostgreSQL server'],
    ['admin-create.ts', ['--email', 'admin@example.org'], 'Made the admin'],
    ['admin-reset-factors.ts', ['--email', 'nobody@example.org'], 'no account has the address'],
  ]
  const nowhere = 'postgres://pooled@127.0.0.1:1/nothing'

  it.each(commands)('does so without the pooler: %s', async (file, args, said) => {
    const database = { DATABASE_URL: nowhere, DATABASE_DIRECT_URL: storage.databaseUrl ?? '' }
    const env = environmentOf(storage, { ...database, ADMIN_PASSWORD: 'correct horse' })
    const { stdout, stderr } = await runProgram(`scripts/${file}`, args, env)
    expect(stdout + stderr).toContain(said)
  })

  it.each(commands)('names the setting of the address that it cannot reach: %s', async (file, args) => {
    const database = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: nowhere }
    const env = environmentOf(storage, { ...database, ADMIN_PASSWORD: 'correct horse' })
    const { code, stderr } = await runProgram(`scripts/${file}`, args, env)
    expect([code, stderr]).toEqual([1, expect.stringContaining('is DATABASE_DIRECT_URL right?')])
  })
})

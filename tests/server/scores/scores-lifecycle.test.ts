import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { deleteChat, deleteMessage } from '#contract/endpoints/chats.ts'
import { scoreAgain } from '#server/modules/scoring/use-cases/score-again.ts'
import { claimScorings } from '#server/modules/scoring/worker/claim-scorings.ts'
import { createScoringWorker } from '#server/modules/scoring/worker/scoring-worker.ts'
import type { Judge } from '#server/providers/judge/judge.ts'
import { testEngines } from '#support/database/engines.ts'
import { restartingDatabase } from '#support/database/restarting-database.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { readingOf } from '#support/fakes/judge-script.ts'
import { TEST_TOKEN_SECRET } from '#support/servers/server-process.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#support/servers/test-server.ts'
import { chatCalls, createChatUser } from '#support/users/chat-user.ts'

const six = [90, 80, 70, 80, 90, 70] as const
const env = { SCORING: 'on', TOKEN_SECRET: TEST_TOKEN_SECRET }
const scorings = { pauseMs: 1, sweepMs: 50, leaseMs: 400, renewMs: 50 }

/** A judge that counts its calls, and does not respond before `gate`. */
function slowJudge(gate: Promise<unknown> = Promise.resolve()) {
  const asked: string[] = []
  const judge: Judge = {
    source: 'model',
    rubricVersion: 'test',
    async read({ question }, { signal }) {
      asked.push(question)
      const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      await Promise.race([gate, aborted])
      return { reading: readingOf(six), usage: { prompt_tokens: 3, completion_tokens: 2 } }
    },
  }
  return { judge, asked }
}

async function onPlace(engine: 'sqlite' | 'postgres') {
  const storage = await createTestStorage(engine, { migrated: true })
  const open: TestServer[] = []
  onTestFinished(async () => {
    await Promise.all(open.map((server) => server.close()))
    await storage.remove()
  })
  return async (given: TestServerOptions) => {
    const server = await startTestServer(storage, { env, scorings, assistant: instantAssistant(), ...given })
    open.push(server)
    return server
  }
}

const rows = ({ dependencies: { db } }: TestServer) => db.selectFrom('scores').selectAll().execute()
const untilScored = (server: TestServer, count: number) =>
  vi.waitFor(
    async () => {
      const done = (await rows(server)).filter(({ state }) => state === 'scored')
      expect(done).toHaveLength(count)
      return done
    },
    { timeout: 10_000, interval: 20 },
  )

describe.each(testEngines)('scoring (%s)', (engine) => {
  it('continues after a restart, and a running job is released at once', async () => {
    const start = await onPlace(engine)
    const stuck = slowJudge(new Promise(() => {}))
    const before = await start({ judge: stuck.judge })
    const user = await createChatUser(before)
    for (const question of ['One', 'Two', 'Three']) await (await user.stream(question)).text()
    await vi.waitFor(() => expect(stuck.asked).toHaveLength(3))
    await before.close()
    const quick = slowJudge()
    const after = await start({ judge: quick.judge })
    const done = await untilScored(after, 3)
    expect(done.map(({ attempts, owner }) => [attempts, owner])).toEqual([
      [1, null],
      [1, null],
      [1, null],
    ])
    expect(quick.asked.toSorted()).toEqual(['One', 'One', 'Three', 'Three', 'Two', 'Two'])
  })

  it('releases, without calling the judge, an answer whose claim is in progress when the process stops', async () => {
    const start = await onPlace(engine)
    const server = await start({ scorings: { ...scorings, maxRunning: 0 } })
    const user = await createChatUser(server)
    await (await user.stream('One')).text()
    const { judge, asked } = slowJudge()
    const other = createScoringWorker({ ...server.dependencies, metrics: new Registry() }, judge, scorings)
    // Starting the process claims the waiting answers.
    other.start()
    await other.stop()
    expect(asked).toEqual([])
    expect(await rows(server)).toMatchObject([{ state: 'queued', owner: null, attempts: 0 }])
  })

  it('takes over the jobs of a dead process, and gives up one that kills several processes', async () => {
    const start = await onPlace(engine)
    const server = await start({
      judge: slowJudge(new Promise(() => {})).judge,
      scorings: { ...scorings, maxRunning: 0 },
    })
    const user = await createChatUser(server)
    for (const question of ['One', 'Two']) await (await user.stream(question)).text()
    const dead = { state: 'running', owner: 'dead/1' } as const
    const lease_expires_at = new Date(Date.now() + (engine === 'sqlite' ? 60_000 : -1)).toISOString()
    const [, second] = await rows(server)
    const { db } = server.dependencies
    await db
      .updateTable('scores')
      .set({ ...dead, lease_expires_at, attempts: 1 })
      .execute()
    await db
      .updateTable('scores')
      .set({ attempts: 3 })
      .where('message_id', '=', second?.message_id ?? '')
      .execute()
    await server.close()
    const after = await start({ judge: slowJudge().judge })
    await untilScored(after, 1)
    await vi.waitFor(async () => {
      const failed = (await rows(after)).find(({ message_id }) => message_id === second?.message_id)
      expect(failed).toMatchObject({ state: 'failed', truth: null, pcs: null, source: 'model' })
    })
  })

  it('takes the users in turn, and skips jobs that this process already runs', async () => {
    const start = await onPlace(engine)
    const server = await start({ judge: slowJudge().judge, scorings: { ...scorings, maxRunning: 0 } })
    const [many, few] = [await createChatUser(server), await createChatUser(server)]
    for (const question of ['One', 'Two', 'Three']) await (await many.stream(question)).text()
    await (await few.stream('Mine')).text()
    const { db } = server.dependencies
    const mine = { processId: 'me', now: Date.now(), leaseMs: -1_000, alone: false }
    const oldest = (await rows(server)).toSorted((a, b) => (a.queued_at < b.queued_at ? -1 : 1))
    const claims = await claimScorings(db, 2, { ...mine, held: [] })
    expect(claims.map(({ message_id }) => message_id)).toEqual([oldest[0]?.message_id, oldest[3]?.message_id])
    // Their leases have expired, but the rows are locked.
    const held = claims.map(({ owner }) => owner)
    const more = await claimScorings(db, 2, { ...mine, held })
    expect(more.map(({ message_id }) => message_id)).toEqual([oldest[1]?.message_id, oldest[2]?.message_id])
  })

  it('runs what it has claimed before an error of the database', async () => {
    const start = await onPlace(engine)
    const server = await start({ judge: slowJudge().judge, scorings: { ...scorings, maxRunning: 0 } })
    const user = await createChatUser(server)
    for (const question of ['One', 'Two']) await (await user.stream(question)).text()
    const options = { processId: 'me', now: Date.now(), leaseMs: 60_000, alone: false, held: [] }
    const { db } = restartingDatabase(server.dependencies.db, 'updateTable')
    await expect(claimScorings(db, 2, options)).rejects.toMatchObject({ code: '57P03' })
    const { db: later } = restartingDatabase(server.dependencies.db, 'updateTable', 1)
    const [claim, ...others] = await claimScorings(later, 2, options)
    expect(others).toEqual([])
    const claimed = (await rows(server)).filter(({ state }) => state === 'running')
    expect(claimed.map(({ owner }) => owner)).toEqual([claim?.owner])
  })

  it('is refused for an answer that is deleted while the permission is checked', async () => {
    const start = await onPlace(engine)
    const server = await start({ judge: slowJudge().judge })
    const user = await createChatUser(server)
    await (await user.stream('One')).text()
    const [row] = await untilScored(server, 1)
    if (row === undefined) throw new Error('nothing was scored')
    const { message_id: message, chat_id: id, user_id } = row
    const where = { chatId: id, messageId: message, signal: AbortSignal.timeout(5_000) }
    const wanted = scoreAgain(server.dependencies, user_id, where, async () => {
      await server.call(deleteMessage, { token: user.token, params: { id, message } })
    })
    await expect(wanted).rejects.toMatchObject({ code: 'invalid_message_or_chat' })
    expect(await rows(server)).toEqual([])
  })

  it.each([
    ['when the judge answers before the lease is renewed', { renewMs: 60_000, leaseMs: 120_000 }, true],
    ['when the lease is renewed before the judge answers', { renewMs: 50 }, false],
  ])(
    'counts the scoring of an answer that is deleted at the same time as lost, %s',
    async (_when, lease, judgeAnswers) => {
      const start = await onPlace(engine)
      const { promise, resolve } = Promise.withResolvers<void>()
      const slow = slowJudge(promise)
      const server = await start({ judge: slow.judge, scorings: { ...scorings, ...lease } })
      const user = await createChatUser(server)
      await (await user.stream('One')).text()
      await vi.waitFor(() => expect(slow.asked).toHaveLength(1))
      await server.call(deleteChat, { token: user.token, params: { id: user.chatId }, query: { permanent: true } })
      if (judgeAnswers) resolve()
      await vi.waitFor(() => expect(server.dependencies.metrics.metrics()).resolves.toContain('result="lost"} 1'))
      expect(await rows(server)).toEqual([])
    },
  )
})

test('two processes on one database score every answer once', async () => {
  const start = await onPlace('postgres')
  const [one, two] = [slowJudge(), slowJudge()]
  const here = await start({ judge: one.judge })
  const there = await start({ judge: two.judge })
  const user = await createChatUser(here)
  const person2 = chatCalls(there, user.token, user.chatId)
  const questions = Array.from({ length: 12 }, (_, i) => `Question ${i}`)
  for (const [i, question] of questions.entries()) await (await (i % 2 ? user : person2).stream(question)).text()
  const done = await untilScored(here, 12)
  expect(done.every(({ attempts, pcs }) => attempts === 1 && pcs === 75)).toBe(true)
  expect([...one.asked, ...two.asked].toSorted()).toEqual(
    questions.flatMap((question) => [question, question]).toSorted(),
  )
})

test('a process that lost its lease stores no scores', async () => {
  const start = await onPlace('postgres')
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = slowJudge(promise)
  const here = await start({ judge: slow.judge, scorings: { ...scorings, renewMs: 60_000 } })
  const user = await createChatUser(here)
  await (await user.stream('One')).text()
  await vi.waitFor(() => expect(slow.asked).toHaveLength(1))
  const quick = slowJudge()
  await start({ judge: quick.judge })
  const [done] = await untilScored(here, 1)
  resolve()
  await vi.waitFor(() => expect(here.dependencies.metrics.metrics()).resolves.toContain('result="lost"} 1'))
  expect(await rows(here)).toEqual([done])
  expect(done).toMatchObject({ attempts: 2, prompt_tokens: 6 })
})

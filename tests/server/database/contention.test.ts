import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { clearHistory, createChat, listChats } from '#contract/endpoints/chats.ts'
import { openDatabase } from '#server/db/database.ts'
import { fromDatabase, isBusy } from '#server/db/errors/is-busy.ts'
import { lockChat } from '#server/modules/chats/chat-lock.repository.ts'
import { createJob } from '#server/modules/chats/generations/job.ts'
import { writeBatch } from '#server/modules/chats/generations/writer/write-batch.ts'
import { deleteLabel } from '#server/modules/labels/use-cases/delete-label.ts'
import { storeScores } from '#server/modules/scoring/worker/store-scores.ts'
import { allEvents } from '#support/api/answer-stream.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine, startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' }

describeServerOnEachEngine(
  'many answers at once',
  (server) => {
    it('are scheduled fairly: users with few chats get their turn, however many chats another user has', async () => {
      model.otherwise = { tokens: ['Word ', 'more'], holdAt: 0 }
      const busy = await createChatUser(server())
      const chats = Array.from({ length: 6 }, () => randomUUID())
      for (const id of chats) await server().call(createChat, { token: busy.token, body: { id } })
      const asked = model.requests.length
      for (const chatId of chats) await busy.ask('Mine', { chatId })
      await vi.waitFor(() => expect(model.requests).toHaveLength(asked + 2))
      const other = await createChatUser(server())
      model.next({ tokens: ['Yours'] })
      expect((await other.say('And I?')).assistant_message.content).toBe('Yours')
      // The other user's answers continue, two at a time.
      expect(model.requests).toHaveLength(asked + 3)
      model.otherwise = {}
      const running = await server()
        .dependencies.db.selectFrom('generations')
        .select('message_id')
        .where('status', '=', 'running')
        .execute()
      expect(running).toHaveLength(2)
      await server().call(clearHistory, { token: busy.token, query: {} })
    })
  },
  { env, generations: { maxRunning: 4, maxPerUser: 2 } },
)

describe('PostgreSQL', () => {
  // No lease is renewed during the test: on a slow machine the renewal would also wait for a locked answer.
  const generations = { leaseMs: 600_000, renewMs: 300_000 }
  let storage: TestStorage
  let server: TestServer
  beforeAll(async () => {
    storage = await createTestStorage('postgres', { migrated: true })
    server = await startTestServer(storage, { env, generations, pool: { max: 6 } })
  })
  afterAll(async () => {
    await server.close()
    await storage.remove()
  })

  /** A user with an answer in progress in each of two chats, whose rows are stored in reverse order. */
  async function twoAnswers(isReversed = false) {
    const user = await createChatUser(server)
    const [low, high] = [`0${randomUUID().slice(1)}`, `f${randomUUID().slice(1)}`]
    for (const id of [low, high]) await server.call(createChat, { token: user.token, body: { id } })
    const scripts = [model.next({ tokens: ['a', 'b'], holdAt: 0 }), model.next({ tokens: ['a', 'b'], holdAt: 0 })]
    const answers = [
      await user.ask('One', { chatId: isReversed ? low : high }),
      await user.ask('Two', { chatId: isReversed ? high : low }),
    ]
    const { db } = server.dependencies
    const find = () =>
      db
        .selectFrom('generations')
        .selectAll()
        .where(
          'message_id',
          'in',
          answers.map((answer) => answer.assistant_message.id),
        )
        .where('status', '=', 'running')
        .orderBy('id')
        .execute()
    await vi.waitFor(async () => expect(await find()).toHaveLength(2))
    // A row that is updated moves behind the others.
    const generations = await find()
    const [first] = generations
    await db
      .updateTable('generations')
      .set({ stop_requested: 0 })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await db.updateTable('chats').set({ is_saved: 0 }).where('id', '=', high).execute()
    return { user, db, scripts, generations }
  }

  /** Locks the first of two generations during `work`, and checks whether `work` locks the second. */
  async function holdsSecond(
    { db, generations }: Awaited<ReturnType<typeof twoAnswers>>,
    work: () => Promise<unknown>,
  ): Promise<{ held: boolean; done: unknown }> {
    const [first, second] = generations.map(({ id }) => id)
    let done: Promise<unknown> = Promise.resolve()
    const held = await db.transaction().execute(async (trx) => {
      // The rows change their order on the disk: a query in storage order begins with the second.
      await trx
        .updateTable('generations')
        .set({ stop_requested: 0 })
        .where('id', '=', first ?? 0)
        .execute()
      done = work()
      // Queried outside of this transaction, which always sees the same snapshot.
      await vi.waitFor(async () => {
        const waiting = await sql`select pid from pg_stat_activity where datname = current_database()
          and wait_event in ('transactionid', 'tuple')`.execute(db)
        expect(waiting.rows).toHaveLength(1)
      })
      const free = await trx
        .selectFrom('generations')
        .select('id')
        .where('id', '=', second ?? 0)
        .forUpdate()
        .skipLocked()
        .execute()
      return free.length === 0
    })
    return { held, done: await done }
  }

  it.each([false, true])('clears the history and writes answers without deadlock (%s)', async (isReversed) => {
    const two = await twoAnswers(isReversed)
    const { token } = two.user
    const { held, done } = await holdsSecond(two, () => server.call(clearHistory, { token, query: {} }))
    expect([held, done]).toEqual([false, { deleted: 3 }])
    for (const script of two.scripts) await script.release()
  })

  it('stores several answers in the order in which other transactions lock them', async () => {
    const two = await twoAnswers()
    const { db, engine, processId } = server.dependencies
    const entries = two.generations
      .map((claim) => ({ job: createJob(claim), from: 9, chunks: [], outcome: null }))
      .reverse()
    const options = { engine, processId, now: Date.now, leaseMs: 60_000, scoring: false, isRepeat: false }
    const { held } = await holdsSecond(two, () => writeBatch(db, entries, options))
    expect(held).toBe(false)
    for (const script of two.scripts) await script.release()
  })

  it('takes the update time under the lock of the chat, so that no delta misses a change', async () => {
    const two = await twoAnswers()
    const { db, engine, processId } = server.dependencies
    const [claim] = two.generations
    if (claim === undefined) throw new Error('no answer is under way')
    const times: number[] = []
    const now = () => {
      times.push(Date.now())
      return Date.now()
    }
    const outcome = { status: 'complete', failure: null, content: 'a', reasoning: '', usage: null } as const
    const options = { engine, processId, now, leaseMs: 60_000, scoring: false, isRepeat: false }
    const entry = { job: createJob(claim), from: 9, chunks: [], outcome }
    const judged = { first: null, second: null, usage: null }
    const judge = { source: 'model', rubricVersion: 'test' } as const
    const scored = { ...claim, owner: 'nobody' }
    const { user_id, chat_id } = claim
    const texts = { name: 'Work', color: null, request_hash: '', created_at: '', updated_at: '' }
    const folder = { id: randomUUID(), user_id, ...texts }
    await db.insertInto('folders').values(folder).execute()
    await db.updateTable('chats').set({ folder_id: folder.id }).where('id', '=', chat_id).execute()
    let done: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await lockChat(trx, claim.user_id, claim.chat_id)
      done = Promise.all([
        writeBatch(db, [entry], options),
        storeScores({ db, now }, scored, judged, judge),
        deleteLabel({ db, engine, now }, 'folder', user_id, folder.id),
      ])
      await vi.waitFor(async () => {
        const waiting = await sql`select pid from pg_stat_activity where datname = current_database()
          and wait_event in ('transactionid', 'tuple')`.execute(db)
        expect(waiting.rows).toHaveLength(3)
      })
      expect(times).toEqual([])
    })
    await done
    expect(times).toHaveLength(3)
    for (const script of two.scripts) await script.release()
  })

  it('is reported as busy when it is unreachable, and is not blamed for other connection errors', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(isBusy(refused)).toBe(false)
    const nowhere = { databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing', dataDir: storage.dataDir }
    const { db, close } = await openDatabase(nowhere)
    const error = await sql`select 1`.execute(db).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
    expect(isBusy(error)).toBe(true)
    await close()
  })

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH'])(
    'is reported as busy when a connection fails with %s',
    async (code) => {
      // While a container is replaced, its host name is unknown.
      const failed = fromDatabase(Promise.reject(Object.assign(new Error(`connect ${code}`), { code })))
      expect(isBusy(await failed.catch((caught: unknown) => caught))).toBe(true)
    },
  )

  it.each([
    ['08P01', 'FATAL', true],
    ['08P01', 'ERROR', false],
    ['08000', 'FATAL', true],
    ['08003', 'FATAL', true],
    ['08006', 'FATAL', true],
    ['42601', 'ERROR', false],
  ])('is reported as busy for SQLSTATE %s with severity %s: %s', (code, severity, expected) => {
    // PgBouncer says 08P01 with "server conn crashed?" and "query_wait_timeout".
    expect(isBusy(Object.assign(new Error('server conn crashed?'), { code, severity }))).toBe(expected)
  })

  it('is probed by TCP while a connection is silent, so that a database that has vanished is noticed soon', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    onTestFinished(() => keepAlive.mockRestore())
    const { db, close } = await openDatabase(storage)
    await sql`select 1`.execute(db)
    expect(keepAlive).toHaveBeenCalledWith(true, 10_000)
    await close()
  })

  it('fails a transaction, and no process, when it closes the connection within it', async () => {
    const { db } = server.dependencies
    let isBroken = false
    const work = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      await vi.waitFor(() => expect(server.logs.join('')).toContain('a database connection broke'))
      isBroken = true
      await sql`select 1`.execute(trx)
    })
    const error = await work.catch((caught: unknown) => caught)
    expect([isBroken, isBusy(error)]).toEqual([true, true])
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  it('is reported as busy with a Retry-After when no connection is free, and recovers', async () => {
    // The short timeout applies to new connections too: other tests would fail on a slow machine.
    const server = await startTestServer(storage, { env, generations, pool: { max: 6, acquireTimeoutMs: 2_000 } })
    onTestFinished(() => server.close())
    const user = await createChatUser(server)
    await allEvents(await user.stream('Before'))
    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    let taken = 0
    const holders = Array.from({ length: 6 }, () =>
      server.dependencies.db.connection().execute(async () => {
        taken += 1
        await freed
      }),
    )
    await vi.waitFor(() => expect(taken).toBe(6))
    const reply = await server.reply(listChats, { token: user.token, query: {} })
    expect(reply).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    free()
    await Promise.all(holders)
    expect((await server.reply(listChats, { token: user.token, query: {} })).status).toBe(200)
  })
})

describe('SQLite', () => {
  it.each([
    ['a locked file', 5, true],
    ['a file whose log another process is replaying', 261, true],
    ['a value that is there already', 2067, false],
  ])('is reported as busy for %s: error %i, %s', (_, errcode, expected) => {
    const error = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode })
    expect(isBusy(error)).toBe(expected)
  })
})

import { DefaultQueryExecutor } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answerTopic } from '#server/modules/chats/generations/topics.ts'
import { allEvents, nextWritten, readEvents, textOf } from '#support/api/answer-stream.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

describe('streams on PostgreSQL', () => {
  let storage: TestStorage
  let server: TestServer
  beforeAll(async () => {
    storage = await createTestStorage('postgres', { migrated: true })
    server = await startTestServer(storage, {
      env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' },
      pool: { max: CONNECTIONS },
      // Only the streams read while a test holds the connections.
      generations: { leaseMs: 600_000, renewMs: 300_000, sweepMs: 300_000 },
    })
  })
  afterAll(async () => {
    await server.close()
    await storage.remove()
  })
  const CONNECTIONS = 4
  const STREAMS = 12

  /** An answer whose first chunk is stored and whose model waits, with `count` streams that have this chunk. */
  async function openStreams(count: number) {
    const user = await createChatUser(server)
    const script = model.next({ tokens: ['One ', 'two'], holdAt: 1 })
    const { assistant_message: answer } = await user.ask('Count')
    const streams = await Promise.all(
      Array.from({ length: count }, async () => {
        const events = readEvents(await user.resume(answer.id))
        return { first: await nextWritten(events), events }
      }),
    )
    const { id } = await server.dependencies.db
      .selectFrom('generations')
      .select('id')
      .where('message_id', '=', answer.id)
      .executeTakeFirstOrThrow()
    const rest = () => Promise.all(streams.map(({ events }) => Array.fromAsync(events)))
    return { user, answer, script, generation: id, rest }
  }

  it('share the reads of the chunks and the state of one answer', async () => {
    const { script, rest } = await openStreams(STREAMS)
    const statements = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
    onTestFinished(() => statements.mockRestore())
    await script.release()
    for (const events of await rest()) {
      expect(textOf(events)).toBe('two')
      expect(events.at(-1)?.event).toBe('done')
    }
    const reads = statements.mock.calls.map(([{ sql }]) => sql).filter((sql) => sql.startsWith('select'))
    const of = (columns: string) => reads.filter((sql) => sql.startsWith(`select ${columns} from`)).length
    expect(of('"n", "kind", "text"')).toBeGreaterThan(0)
    expect(of('"n", "kind", "text"')).toBeLessThan(STREAMS)
    expect(of('"status", "search"')).toBeLessThan(STREAMS)
  })

  it('go on when the database has no connection for them for a moment', async () => {
    const { user, answer, script, generation, rest } = await openStreams(1)
    const events = rest()
    const held = Promise.withResolvers<void>()
    const { db, bus } = server.dependencies
    const waits = vi.spyOn(pg.Pool.prototype, 'connect')
    onTestFinished(() => waits.mockRestore())
    const holding = Array.from({ length: CONNECTIONS }, () => db.connection().execute(() => held.promise))
    await vi.waitFor(() => expect(waits).toHaveBeenCalledTimes(CONNECTIONS))
    // Shortened only now: opening a connection takes longer on a busy machine, and the requests above need one.
    for (const pool of waits.mock.contexts as pg.Pool[]) pool.options.connectionTimeoutMillis = 200
    await bus.publish(answerTopic(generation), 'end')
    await vi.waitFor(() => expect(waits.mock.settledResults.map(({ type }) => type)).toContain('rejected'))
    held.resolve()
    await Promise.all(holding)
    await script.release()
    const [read = []] = await events
    expect(textOf(read)).toBe('two')
    expect(read.at(-1)).toEqual((await allEvents(await user.resume(answer.id))).at(-1))
  })
})

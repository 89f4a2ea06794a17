import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reassess } from '#contract/endpoints/chats.ts'
import { takeOver } from '#server/modules/chats/generations/take-over.ts'
import { allEvents, nextWritten, readEvents, textOf } from '#support/api/answer-stream.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { TEST_TOKEN_SECRET } from '#support/servers/server-process.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { chatCalls, createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

describe.each(testEngines)('the process that generates answers (%s)', (engine) => {
  let storage: TestStorage
  let server: TestServer
  const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', TOKEN_SECRET: TEST_TOKEN_SECRET }
  const generations = { leaseMs: 600, renewMs: 100, sweepMs: 100, graceMs: 100, maxRunning: 50 }
  const start = async () => {
    server = await startTestServer(storage, { env, generations })
  }
  beforeAll(async () => {
    storage = await createTestStorage(engine, { migrated: true })
    await start()
  })
  afterAll(async () => {
    await server.close()
    await storage.remove()
  })
  const generation = (messageId: string) =>
    server.dependencies.db
      .selectFrom('generations')
      .selectAll()
      .where('message_id', '=', messageId)
      .executeTakeFirstOrThrow()

  it('gives answers a short time to finish at shutdown, then stores their text or releases their lease', async () => {
    const [partial, empty, quick] = [
      await createChatUser(server),
      await createChatUser(server),
      await createChatUser(server),
    ]
    const half = model.next({ tokens: ['Half ', 'more'], holdAt: 1 })
    const written = (await partial.ask('Partly')).assistant_message.id
    await half.sent(1)
    const silent = model.next({ tokens: ['Never'], holdAt: 0 })
    const unwritten = (await empty.ask('Not at all')).assistant_message.id
    const queued = (await empty.ask('Waiting')).assistant_message.id
    await vi.waitFor(() => expect(model.requests.at(-1)?.messages.at(-1)?.content).toBe('Not at all'))
    model.next({ tokens: ['In ', 'time'], paceMs: 5 })
    const done = (await quick.ask('Quick')).assistant_message.id
    await vi.waitFor(() => expect(model.requests.at(-1)?.messages.at(-1)?.content).toBe('Quick'))
    await server.close()
    await Promise.all([half.cancelled(), silent.cancelled()])
    await start()
    const at = (user: typeof quick) => chatCalls(server, user.token, user.chatId)
    const last = async (user: typeof quick, id: string) => (await allEvents(await at(user).resume(id))).at(-1)?.data
    expect(await last(partial, written)).toMatchObject({
      assistant_message: { status: 'interrupted', content: 'Half ' },
    })
    expect(await last(empty, unwritten)).toMatchObject({
      assistant_message: { status: 'complete', content: 'You said: Not at all' },
    })
    expect(await last(empty, queued)).toMatchObject({ assistant_message: { content: 'You said: Waiting' } })
    expect(await last(quick, done)).toMatchObject({ assistant_message: { status: 'complete', content: 'In time' } })
  })

  it('writes nothing more once another process has taken over the lease of an answer', async () => {
    const user = await createChatUser(server)
    const script = model.next({ tokens: ['Mine ', 'not mine any more'], holdAt: 1 })
    const { assistant_message: answer } = await user.ask('Whose?')
    await nextWritten(readEvents(await user.resume(answer.id)))
    const { db } = server.dependencies
    await db.updateTable('generations').set({ attempts: 7 }).where('message_id', '=', answer.id).execute()
    await script.cancelled()
    const { id } = await generation(answer.id)
    const chunks = db.selectFrom('generation_chunks').select('text').where('generation_id', '=', id)
    expect(await chunks.execute()).toEqual([{ text: 'Mine ' }])
    // Nobody renews the lease now, so it expires and the text written so far is kept.
    expect((await allEvents(await user.resume(answer.id))).at(-1)).toMatchObject({
      data: { assistant_message: { status: 'interrupted', content: 'Mine ' } },
    })
  })

  it('renews the lease of an answer while the model is silent', async () => {
    const user = await createChatUser(server)
    const script = model.next({ tokens: ['At ', 'last'], holdAt: 1 })
    const { assistant_message: answer } = await user.ask('Slow?')
    await script.sent(1)
    const begun = Date.parse((await generation(answer.id)).created_at)
    await vi.waitFor(
      async () => {
        const lease = (await generation(answer.id)).lease_expires_at ?? ''
        expect(Date.parse(lease) - begun).toBeGreaterThan(3 * generations.leaseMs)
      },
      { timeout: 10_000 },
    )
    await script.release()
    expect((await allEvents(await user.resume(answer.id))).at(-1)).toMatchObject({
      data: { assistant_message: { status: 'complete', content: 'At last' } },
    })
  })

  it('keeps the lease of an answer that another process took over and that it claimed again', async () => {
    const user = await createChatUser(server)
    const first = model.next({ tokens: ['Never'], holdAt: 0 })
    const { assistant_message: answer } = await user.ask('Who writes?')
    await first.asked()
    const second = model.next({ tokens: ['At ', 'last'], holdAt: 1 })
    const { id } = await generation(answer.id)
    await takeOver(server.dependencies, (found) => found.id === id)
    await Promise.all([first.cancelled(), second.sent(1)])
    const begun = Date.now()
    await vi.waitFor(async () => {
      const lease = (await generation(answer.id)).lease_expires_at ?? ''
      expect(Date.parse(lease) - begun).toBeGreaterThan(3 * generations.leaseMs)
    })
    await second.release()
    expect((await allEvents(await user.resume(answer.id))).at(-1)).toMatchObject({
      data: { assistant_message: { status: 'complete', content: 'At last' } },
    })
  })

  it('marks an answer as failed when two attempts to begin it have ended without a result', async () => {
    const user = await createChatUser(server)
    const script = model.next({ tokens: ['Never'], holdAt: 0 })
    const { assistant_message: answer } = await user.ask('Cursed?')
    // Before the model was called, the answer would fail without a call.
    await script.asked()
    await server.dependencies.db
      .updateTable('generations')
      .set({ attempts: 2, owner: 'a dead process', lease_expires_at: new Date(0).toISOString() })
      .where('message_id', '=', answer.id)
      .execute()
    expect((await allEvents(await user.resume(answer.id))).at(-1)).toMatchObject({
      event: 'failed',
      data: { code: 'assistant_broken' },
    })
    await script.cancelled()
  })

  it('keeps the text of a continued answer when two attempts to continue it have failed', async () => {
    const user = await createChatUser(server)
    model.next({ tokens: ['Half '], end: 'destroy' })
    const { assistant_message: half } = await user.say('Cursed, too?')
    const script = model.next({ tokens: ['Never'], holdAt: 0 })
    const { assistant_message: answer } = await server.call(reassess, {
      token: user.token,
      body: { id: randomUUID(), message: half.id, continue: true },
      headers: { Prefer: 'respond-async' },
    })
    await script.asked()
    await server.dependencies.db
      .updateTable('generations')
      .set({ attempts: 2, owner: 'a dead process', lease_expires_at: new Date(0).toISOString() })
      .where('message_id', '=', answer.id)
      .execute()
    expect((await allEvents(await user.resume(answer.id))).at(-1)).toMatchObject({
      event: 'done',
      data: { assistant_message: { status: 'interrupted', content: 'Half ', failure: 'assistant_broken' } },
    })
    await script.cancelled()
  })

  it('writes many answers at once, each complete and in order', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => createChatUser(server)))
    const tokens = Array.from({ length: 100 }, (_, i) => `${i} `)
    for (const _ of users) model.next({ tokens, paceMs: 1 })
    const streams = await Promise.all(users.map(async (one) => allEvents(await one.stream('Count'))))
    for (const events of streams) expect(textOf(events)).toBe(tokens.join(''))
  })

  it('exports counters of its work', async () => {
    const { text } = await server.send('/metrics')
    expect(text).toMatch(/companion_generations_ended_total\{status="complete"\} \d/)
    expect(text).toMatch(/companion_first_token_ms_count [1-9]/)
    expect(text).toContain('companion_generations_running 0')
  })
})

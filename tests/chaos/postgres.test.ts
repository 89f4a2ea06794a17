import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { StreamEvent } from '#contract/stream.ts'
import { readEvents, storedOf, textOf } from '#support/api/answer-stream.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { findPostgresBinaries } from '#support/database/postgres-binaries.ts'
import { runInPostgres } from '#support/database/run-in-postgres.ts'
import { type StartedPostgres, startPostgres } from '#support/database/start-postgres.ts'
import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { type ChatUser, chatCalls, createChatUser } from '#support/users/chat-user.ts'
import { TcpProxy } from './support/fault-proxy.ts'

const STREAMS = 10
const words = Array.from({ length: 60 }, (_, i) => `word${i} `)
const terminateAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'companion%' and pid <> pg_backend_pid()`

let postgres: StartedPostgres
let proxy: TcpProxy
let model: ModelServer
let servers: LiveServer[] = []

beforeAll(async () => {
  // Committed data must survive an immediate restart.
  postgres = await startPostgres(findPostgresBinaries, { synchronous_commit: 'on' })
  proxy = await TcpProxy.before(postgres.url)
  model = await startModelServer()
  const databaseUrl = new URL(postgres.url)
  databaseUrl.port = new URL(proxy.url).port
  const env = {
    DATABASE_URL: databaseUrl.href,
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMITS: 'off',
    ASSISTANT_BASE_URL: model.url,
    ASSISTANT_MODEL: 'small-model',
  }
  servers = await Promise.all([LiveServer.start(env), LiveServer.start(env)])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.remove()))
  await proxy?.close()
  await model?.close()
  await postgres?.stop()
})

/** Reads an answer to its end, and resumes whenever the stream or the server breaks off, as the app does. */
async function readToEnd(user: ChatUser, message: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  await vi.waitFor(
    async () => {
      const response = await user.resume(message, storedOf(events).at(-1)?.id)
      for await (const event of readEvents(response)) events.push(event)
      expect(['done', 'failed']).toContain(events.at(-1)?.event)
    },
    { timeout: 60_000, interval: 200 },
  )
  return events
}

const health = ({ listensAt }: LiveServer) =>
  fetch(`${listensAt}/healthz`).then(
    (response) => response.status,
    () => 'the process has ended',
  )

const faults: Record<string, () => Promise<unknown>> = {
  'a fast restart': () => postgres.restart('fast'),
  'an immediate restart': () => postgres.restart('immediate'),
  'an administrator who terminates every session': () => runInPostgres(postgres.url, terminateAll),
  'a network that cuts every connection': () => proxy.flap(300),
}

describe('two server processes with ten running streams', () => {
  it.each(Object.keys(faults))('survive %s of PostgreSQL, and every stream reaches its end', async (name) => {
    const users = await Promise.all(
      Array.from({ length: STREAMS }, (_, i) => createChatUser(createTestClient(servers[i % 2]?.url ?? ''))),
    )
    const requestsBefore = model.requests.length
    const answer = { tokens: words, paceMs: 40 }
    model.otherwise = answer
    const scripts = users.map(() => model.next(answer))
    const asked = await Promise.all(users.map((user) => user.ask('Count')))
    // Waits for the first answer of its chat, so that it begins around the time of a fault.
    const queued = await Promise.all(users.map((user) => user.ask('Count again')))
    const elsewhere = users.map((user, i) =>
      chatCalls(createTestClient(servers[(i + 1) % 2]?.url ?? ''), user.token, user.chatId),
    )
    const first = Promise.all(elsewhere.map((user, i) => readToEnd(user, asked[i]?.assistant_message.id ?? '')))
    const second = Promise.all(users.map((user, i) => readToEnd(user, queued[i]?.assistant_message.id ?? '')))
    for (const count of [5, 30, words.length]) {
      await Promise.all(scripts.map((script) => script.sent(count)))
      await faults[name]?.()
      expect(await Promise.all(servers.map(health))).toEqual([200, 200])
    }
    for (const events of [...(await first), ...(await second)]) {
      expect(textOf(events)).toBe(words.join(''))
      expect(storedOf(events).map(({ id }) => Number(id?.split(':').at(-1)))).toEqual(
        storedOf(events).map((_, i) => i + 1),
      )
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { assistant_message: { status: 'complete' } } })
    }
    // The model was called once per answer.
    expect(model.requests.length - requestsBefore).toBe(2 * STREAMS)
    for (const user of users) {
      expect((await user.messages()).map(({ role, status }) => [role, status])).toEqual([
        ['user', 'complete'],
        ['assistant', 'complete'],
        ['user', 'complete'],
        ['assistant', 'complete'],
      ])
    }
  })
})

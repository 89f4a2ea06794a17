import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createChat } from '#contract/endpoints/chats.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { createTestClient, type TestClient } from '#support/api/test-client.ts'
import { findPostgresBinaries } from '#support/database/postgres-binaries.ts'
import { startPostgres } from '#support/database/start-postgres.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { type ChatUser, chatCalls } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { buildIfOutdated } from '../../scripts/build.ts'
import { readAnswer } from './support/read-answer.ts'
import { startRoundRobin } from './support/round-robin.ts'
import { type StampedModel, startStampedModel } from './support/stamped-model.ts'
import { kilobytes, ms, quantile, type Row } from './support/table.ts'

/** A size from the environment: few machines bear the load of a large deployment. */
const size = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const PROCESSES = (process.env.BENCH_PROCESSES ?? '1,2,4').split(',').map(Number)
const STREAMS = size('BENCH_STREAMS', 400)
const ANSWERS = size('BENCH_ANSWERS', 20)
const WRITERS = size('BENCH_WRITERS', 20)
const CHUNKS = size('BENCH_CHUNKS', 250)
/** The limit for one user. */
const STREAMS_PER_USER = 20
/** The longest that collecting garbage takes. */
const SETTLE_MS = 2_000
const SECRET = 'ten quiet harbours and forty one lanterns'

export const title = `Many processes on one PostgreSQL: ${STREAMS} open streams, ${ANSWERS} answers of 50 pieces a second, ${WRITERS} people writing`

export async function measure(): Promise<Row[]> {
  await buildIfOutdated()
  const rows: Row[] = []
  const model = await startStampedModel(CHUNKS)
  try {
    for (const processes of PROCESSES) {
      const measured = await onPostgres(processes, model)
      rows.push(...measured.map(([what, ...rest]): Row => [`${processes}: ${what}`, ...rest]))
    }
  } finally {
    model.close()
  }
  return rows
}

async function onPostgres(processes: number, model: StampedModel): Promise<Row[]> {
  const postgres = await startPostgres(findPostgresBinaries)
  const servers: LiveServer[] = []
  const env = {
    ...{ NODE_ENV: 'development', RATE_LIMITS: 'off', DATABASE_URL: postgres.url, TOKEN_SECRET: SECRET },
    ...{ ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', ASSISTANT_CONCURRENCY: '1000' },
    NODE_OPTIONS: `--expose-gc --import ${join(import.meta.dirname, 'support/collect-garbage.ts')}`,
  }
  try {
    for (let i = 0; i < processes; i += 1) servers.push(await LiveServer.start(env))
    const proxy = await startRoundRobin(servers.map((server) => server.url))
    const client = createTestClient(proxy.url)
    const users = await createUsers(client, env, STREAMS / STREAMS_PER_USER + ANSWERS + WRITERS)
    const stop = new AbortController()
    try {
      return await load(client, servers, users, stop.signal)
    } finally {
      stop.abort()
      proxy.close()
    }
  } finally {
    await Promise.all(servers.map((server) => server.remove()))
    await postgres.stop()
  }
}

async function load(
  client: TestClient,
  servers: readonly LiveServer[],
  users: readonly ChatUser[],
  signal: AbortSignal,
): Promise<Row[]> {
  const next = users.values()
  const take = (count: number) => Array.from({ length: count }, () => next.next().value as ChatUser)
  const [idle, asking, writing] = [take(STREAMS / STREAMS_PER_USER), take(ANSWERS), take(WRITERS)]
  // Warm: code that runs often is compiled, and every process has its connections.
  await Promise.all(asking.map((user) => askAndRead(client, user, signal)))

  const before = await memory(servers)
  const held = await Promise.all(idle.map(async (user) => ({ user, ...(await askUntilAccepted(user, 'Hold')) })))
  const withAnswers = await memory(servers)
  await Promise.all(
    held.flatMap(({ user, assistant_message }) =>
      Array.from({ length: STREAMS_PER_USER }, async () => {
        await whileRefused(async () => {
          const response = await user.resume(assistant_message.id, undefined, signal)
          if (!response.ok) throw new Error(`The stream answered ${response.status}`)
          await response.body?.getReader().read()
        })
      }),
    ),
  )
  const withStreams = await memory(servers)

  const processor = await total(servers, 'process_cpu_seconds_total')
  const begun = performance.now()
  const sent: number[] = []
  const writers = new AbortController()
  const writes = writing.map((user) => write(client, user, sent, writers.signal))
  const answers = await Promise.all(asking.map((user) => askAndRead(client, user, signal)))
  const seconds = (performance.now() - begun) / 1000
  const used = (await total(servers, 'process_cpu_seconds_total')) - processor
  writers.abort()
  const unanswered = (await Promise.all(writes)).reduce((sum, count) => sum + count, 0)
  const delays = answers.flatMap((answer) => answer.delays)
  const broken = answers.filter(({ end }) => end !== 'complete')
  const unread = answers.filter(({ isWhole }) => !isWhole)
  if (broken.length + unread.length + unanswered > 0) {
    for (const { end, stored, delays: got } of [...broken, ...unread]) {
      console.error(`An answer ended as ${end}: ${stored} pieces are stored, ${got.length} were read`)
    }
    for (const { output } of servers) console.error(output)
  }
  return [
    ['objects of an open stream', kilobytes((withStreams.heap - withAnswers.heap) / STREAMS), '20 KB'],
    ['  memory of the processes for it', kilobytes((withStreams.resident - withAnswers.resident) / STREAMS)],
    ['objects of an answer being written', kilobytes((withAnswers.heap - before.heap) / idle.length)],
    ['processor time for a piece, with all else', ms((used * 1000) / (ANSWERS * CHUNKS))],
    ['processors in use', (used / seconds).toFixed(2)],
    ['piece to reader, median', ms(quantile(delays, 0.5))],
    ['  99 of 100', ms(quantile(delays, 0.99)), '50 ms'],
    ['question to acknowledgement, 99 of 100', ms(quantile(sent, 0.99))],
    ['pieces that the model sent and no reader got', String(ANSWERS * CHUNKS - delays.length), '0'],
    ['answers that the database has and their reader not', String(unread.length), '0'],
    ['answers that broke off, and questions without one', `${broken.length}, ${unanswered}`, '0, 0'],
    ['streams that broke off and were resumed', String(answers.reduce((sum, { resumed }) => sum + resumed, 0))],
  ]
}

/** Asks once a second until the signal; returns how many of the questions got no answer. */
async function write(client: TestClient, user: ChatUser, sent: number[], signal: AbortSignal): Promise<number> {
  const asked: string[] = []
  while (!signal.aborted) {
    const begun = performance.now()
    const { assistant_message } = await askUntilAccepted(user, 'Short')
    sent.push(performance.now() - begun)
    asked.push(assistant_message.id)
    await delay(1000)
  }
  await readAnswer(user, asked.at(-1) ?? '', new AbortController().signal)
  const messages = await whileRefused(() => chatCalls(client, user.token, user.chatId).messages())
  const complete = new Set(messages.filter(({ status }) => status === 'complete').map(({ id }) => id))
  return asked.filter((id) => !complete.has(id)).length
}

/** Sends a question under one id until it is accepted, as the app does. */
function askUntilAccepted(user: ChatUser, question: 'Go on' | 'Hold' | 'Short'): Promise<Exchange> {
  const id = randomUUID()
  return whileRefused(() => user.ask(question, { id }))
}

/** Repeats a call that an overloaded server refuses with 503, or whose connection it closes while the call is sent. */
async function whileRefused<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const isRefused = error instanceof Error && error.message.includes(' answered 503')
      if (!isRefused && !(error instanceof TypeError)) throw error
      await delay(500)
    }
  }
}

/** Asks for an answer and reads it; `isWhole` tells whether the reader got all the text that is stored. */
async function askAndRead(client: TestClient, user: ChatUser, signal: AbortSignal) {
  const { assistant_message } = await askUntilAccepted(user, 'Go on')
  const read = await readAnswer(user, assistant_message.id, signal)
  const messages = await whileRefused(() => chatCalls(client, user.token, user.chatId).messages())
  const stored = messages.find(({ id }) => id === assistant_message.id)?.content ?? ''
  return { ...read, stored: stored.split(';').length - 1, isWhole: stored === read.text }
}

async function createUsers(client: TestClient, env: Record<string, string>, count: number): Promise<ChatUser[]> {
  const config = readConfig(env)
  const { db, close } = await openDatabase(config)
  try {
    const users: ChatUser[] = []
    for (let i = 0; i < count; i += 1) {
      const { token } = await insertSignedInUser({ db, config, now: Date.now })
      const chat = randomUUID()
      await client.call(createChat, { token, body: { id: chat } })
      users.push(chatCalls(client, token, chat))
    }
    return users
  } finally {
    await close()
  }
}

/** What all processes retain after they have collected garbage. */
async function memory(servers: readonly LiveServer[]): Promise<{ heap: number; resident: number }> {
  for (const server of servers) server.signal('SIGUSR2')
  await delay(SETTLE_MS)
  return {
    heap: await total(servers, 'nodejs_heap_size_used_bytes'),
    resident: await total(servers, 'process_resident_memory_bytes'),
  }
}

/** The sum of a metric over all processes. */
async function total(servers: readonly LiveServer[], metric: string): Promise<number> {
  const values = servers.map(async ({ listensAt }) => {
    const text = await (await fetch(`${listensAt}/metrics`)).text()
    return Number(new RegExp(`^${metric} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  })
  return (await Promise.all(values)).reduce((sum, value) => sum + value, 0)
}

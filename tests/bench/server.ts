import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { API_BASE } from '#contract/endpoint.ts'
import { createChat, listChats } from '#contract/endpoints/chats.ts'
import { sqliteFile } from '#server/db/database.ts'
import { createTestClient, type TestClient } from '#support/api/test-client.ts'
import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { type ChatUser, createChatUser } from '#support/users/chat-user.ts'
import { buildIfOutdated } from '../../scripts/build.ts'
import { firstTokens } from './measurements/first-tokens.ts'
import { besideBaseline, requestsPerSecond } from './measurements/load.ts'
import { onEachEngine } from './support/engines.ts'
import { residentBytes } from './support/resident-bytes.ts'
import { median, megabytes, ms, quantile, type Row, ratio } from './support/table.ts'

export const title = 'Server'

const STREAMS = 50
/** Fewer than the number of answers that the server generates at once for one user: more would be queued. */
const STREAMS_PER_USER = 5
/** Milliseconds after which a step of the measurement fails instead of waiting for ever. */
const STEP_TIMEOUT_MS = 60_000
const ROUNDS = 5
const CHATS = 30
const longAnswer = Array.from({ length: 200 }, (_, i) => ` word${i}`)

export async function measure(): Promise<Row[]> {
  await buildIfOutdated()
  const model = await startModelServer()
  const rows: Row[] = []
  try {
    const settings = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' }
    await onEachEngine(settings, async (server, engine, databaseUrl) => {
      const measured = [
        ...(await startTimes(server)),
        ...(await throughput(server, databaseUrl)),
        ...(await firstTokenTimes(server, model)),
        ...(await memory(server, model)),
      ]
      rows.push(...measured.map(([what, ...rest]): Row => [`${engine}: ${what}`, ...rest]))
    })
  } finally {
    await model.close()
  }
  return rows
}

async function startTimes(server: LiveServer): Promise<Row[]> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    await server.stop()
    const begun = performance.now()
    await server.start()
    times.push(performance.now() - begun)
  }
  return [['start to ready, existing data', ms(median(times)), '1000 ms']]
}

/** The list of chats and two pages, beside a plain server with the same statements and JSON. */
async function throughput(server: LiveServer, databaseUrl: string | null): Promise<Row[]> {
  const client = createTestClient(server.url)
  const user = await client.registerSubscriber()
  for (let i = 0; i < CHATS; i++) {
    await client.call(createChat, { token: user.access, body: { id: randomUUID(), title: `Chat ${i}` } })
  }
  const settings = {
    BENCH_DATABASE: databaseUrl ?? sqliteFile(server.folder),
    BENCH_USER: String(user.id),
    BENCH_SESSION: sessionOf(user.access),
  }
  const authorization = `Bearer ${user.access}`
  const page = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' }
  const rates = await besideBaseline(settings, async (plain) => {
    // A bare handler that does less would set a goal that nobody can reach.
    const bare: unknown = await (await fetch(`${plain}/chats`)).json()
    const listed = await client.call(listChats, { token: user.access })
    deepEqual({ ...Object(bare), synced_at: listed.synced_at }, listed)
    return requestsPerSecond(
      {
        hello: { url: `${plain}/` },
        bare: { url: `${plain}/chats` },
        list: { url: `${server.url}${API_BASE}${listChats.path}`, headers: { authorization } },
        start: { url: `${server.url}/`, headers: page },
        chat: { url: `${server.url}/chat`, headers: page },
      },
      ROUNDS,
    )
  })
  const ratios = rates.list.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN))
  const perSecond = (numbers: readonly number[]) => median(numbers).toFixed(0)
  return [
    ['plain Hono hello, requests a second', perSecond(rates.hello)],
    [`a bare handler with the SQL and JSON of ${CHATS} chats`, perSecond(rates.bare)],
    [`GET /companion/chats/ (${CHATS} chats)`, perSecond(rates.list), '8000'],
    ['  ratio to the bare handler', ratio(median(ratios), 1), '0.60×'],
    ['GET / as a page', perSecond(rates.start), '20000'],
    ['GET /chat as a page', perSecond(rates.chat), '20000'],
  ]
}

const Claims = v.object({ sid: v.string() })

const sessionOf = (accessToken: string): string =>
  v.parse(Claims, JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())).sid

async function firstTokenTimes(server: LiveServer, model: ModelServer): Promise<Row[]> {
  const { straight, through, asked } = await firstTokens(server, model)
  return [
    ['request to the first piece of its answer, median', ms(median(asked)), '6 ms'],
    ['  95 of 100', ms(quantile(asked, 0.95)), '12 ms'],
    ['first token after the model sent it, straight', ms(median(straight))],
    ['  through Companion', ms(median(through))],
    ['  more than straight', ms(median(through) - median(straight)), '10 ms'],
  ]
}

async function memory(server: LiveServer, model: ModelServer): Promise<Row[]> {
  await server.stop()
  await server.start()
  const idle = await residentBytes(server)
  const client = createTestClient(server.url)
  const users = await Promise.all(Array.from({ length: STREAMS / STREAMS_PER_USER }, () => createChatUser(client)))
  const streams = users.flatMap((user) => Array.from({ length: STREAMS_PER_USER }, () => user))
  const scripts = streams.map(() => model.next({ tokens: longAnswer, holdAt: 100 }))
  const end = new AbortController()
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(STEP_TIMEOUT_MS)])
  await Promise.all(streams.map((user) => readHalf(client, user, signal)))
  const busy = await residentBytes(server)
  end.abort()
  await Promise.all(scripts.map((script) => script.release()))
  return [
    ['memory, idle', megabytes(idle), '150 MB'],
    [`memory with ${STREAMS} open streams`, megabytes(busy)],
  ]
}

/** Opens the stream of an answer and reads until the model pauses. */
async function readHalf(client: TestClient, { token, stream }: ChatUser, signal: AbortSignal): Promise<void> {
  const chatId = randomUUID()
  await client.call(createChat, { token, body: { id: chatId } })
  const reader = (await stream('Go on.', { chatId, signal })).body?.getReader()
  let text = ''
  while (reader && !text.includes('word99')) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the stream ended early: ${text.slice(-200)}`)
    text += Buffer.from(value).toString()
  }
}

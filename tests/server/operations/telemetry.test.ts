import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { changePassword } from '#contract/endpoints/accounts.ts'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { projectRoot } from '#server/config/project-root.ts'
import type { Engine } from '#server/db/database.ts'
import { createTestClient, type TestClient } from '#support/api/test-client.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import { type SeenSpan, startOtlpCollector } from '#support/fakes/otlp-collector.ts'
import { environmentOf, startServerProcess } from '#support/servers/server-process.ts'
import { type ChatUser, createChatUser } from '#support/users/chat-user.ts'

const QUESTION = 'Where did the heron of Lake Ohrid sleep?'
const KEY = 'k-4411-collector'

interface Running {
  collector: Awaited<ReturnType<typeof startOtlpCollector>>
  model: ModelServer
  client: TestClient
  user: ChatUser
  requestId: string
  end(): Promise<void>
}

async function startObserved(storage: TestStorage): Promise<Running> {
  const [collector, model] = await Promise.all([startOtlpCollector(), startModelServer()])
  const server = await startServerProcess(
    environmentOf(storage, {
      ASSISTANT_BASE_URL: model.url,
      ASSISTANT_MODEL: 'small-model',
      SCORING: 'off',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${KEY}`,
      OTEL_SERVICE_NAME: 'companion-test',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    }),
  )
  const client = createTestClient(server.address)
  const user = await createChatUser(client)
  const requestId = randomUUID()
  await client.call(sendMessage, {
    token: user.token,
    body: { id: randomUUID(), chat: user.chatId, content: QUESTION },
    headers: { 'X-Request-Id': requestId },
  })
  const end = async () => {
    await server.kill('SIGTERM')
    await model.close()
    await collector.close()
    await storage.remove()
  }
  return { collector, model, client, user, requestId, end }
}

describe.each(testEngines)('a server with an endpoint for OpenTelemetry (%s)', (engine: Engine) => {
  let running: Running
  beforeAll(async () => {
    running = await startObserved(await createTestStorage(engine, { migrated: true }))
  })
  afterAll(() => running.end())

  const spanOf = (name: string, has: (span: SeenSpan) => boolean = () => true) =>
    vi.waitUntil(() => running.collector.spans.find((span) => span.name === name && has(span)))

  const isAsked = ({ attributes }: SeenSpan) => attributes['companion.request_id'] === running.requestId

  it('sends a span for a request, with the pattern of its route', async () => {
    const span = await spanOf('POST /api/v1/companion/chat/', isAsked)
    expect(span).toMatchObject({
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/companion/chat/',
        'http.response.status_code': 200,
        'companion.call': 'sendMessage',
      },
    })
    await running.client.send(`/api/v1/companion/chat/${running.user.chatId}/`)
    const refused = await vi.waitUntil(() =>
      running.collector.spans.find((one) => one.attributes['http.response.status_code'] === 401),
    )
    expect(refused.name).toBe('GET /api/v1/companion/chat/:id/')
  })

  it('sends a span for each statement of a request, by its kind and table', async () => {
    const request = await spanOf('POST /api/v1/companion/chat/', isAsked)
    const insert = await spanOf('insert generations', ({ traceId }) => traceId === request.traceId)
    expect(insert).toMatchObject({
      kind: 3,
      parentSpanId: request.spanId,
      attributes: { 'db.operation.name': 'insert', 'db.collection.name': 'generations' },
    })
    expect(BigInt(insert.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(insert.startTimeUnixNano))
    expect(BigInt(insert.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano) - 2_000_000n)
    await spanOf('commit', ({ traceId }) => traceId === request.traceId)
  })

  it('continues the trace of a request in the answer that it asked for, and in the call of the model', async () => {
    const request = await spanOf('POST /api/v1/companion/chat/', isAsked)
    const answer = await spanOf('answer', isAsked)
    expect(answer).toMatchObject({ kind: 5, traceId: request.traceId, parentSpanId: request.spanId })
    const call = await spanOf('answer small-model', isAsked)
    expect(call).toMatchObject({
      kind: 3,
      traceId: request.traceId,
      parentSpanId: answer.spanId,
      attributes: { 'gen_ai.request.model': 'small-model' },
    })
    expect(call.attributes['gen_ai.usage.output_tokens']).toBeGreaterThan(0)
    expect(running.model.headers.at(-1)).toMatchObject({
      'x-request-id': running.requestId,
      traceparent: `00-${call.traceId}-${call.spanId}-01`,
    })
  })

  it('continues the trace of a request in the mail that it caused', async () => {
    const mail = await spanOf('send mail verification')
    const request = running.collector.spans.find(({ spanId }) => spanId === mail.parentSpanId)
    expect(request?.attributes['companion.call']).toBe('register')
  })

  it('sends the metrics of /metrics under their names', async () => {
    const count = () =>
      running.collector
        .metric('http_request_duration_seconds')
        ?.histogram?.dataPoints.find(({ attributes }) => attributes.call === 'sendMessage')
    const point = await vi.waitUntil(count)
    expect(Number(point.count)).toBe(1)
    expect(point.bucketCounts).toHaveLength((point.explicitBounds?.length ?? 0) + 1)
    expect(point.bucketCounts?.reduce<number>((sum, one) => sum + Number(one), 0)).toBe(1)
    const calls = await vi.waitUntil(() => running.collector.metric('companion_model_call_duration_seconds')?.histogram)
    expect(calls.dataPoints[0]?.attributes).toEqual({ operation: 'answer', result: 'ok' })
    expect(running.collector.metric('companion_generations_ended_total')?.sum?.dataPoints[0]?.asDouble).toBe(1)
    expect(running.collector.metric('process_resident_memory_bytes')?.gauge?.dataPoints[0]?.asDouble).toBeGreaterThan(0)
  })

  it('sends its name and the headers of the settings', async () => {
    await spanOf('answer', isAsked)
    expect([...running.collector.services]).toEqual(['companion-test'])
    expect(running.collector.headers.every((headers) => headers['x-collector-key'] === KEY)).toBe(true)
    expect(running.collector.refused).toEqual([])
  })

  it('sends no text, address, name, token or id of a chat', async () => {
    const { client, user } = running
    const secret = 'the password of nobody'
    const someone = await client.registerUser({ first_name: 'Wilhelmina', last_name: 'Okonkwo' })
    const body = { current_password: secret, new_password: `${secret} 2` }
    expect((await client.reply(changePassword, { token: someone.access, body })).status).toBe(400)
    await vi.waitUntil(() =>
      running.collector.spans.find(
        ({ attributes }) =>
          attributes['companion.call'] === 'changePassword' && attributes['http.response.status_code'] === 400,
      ),
    )
    const sent = running.collector.bodies.join('\n')
    for (const text of ['heron', 'Ohrid', 'Wilhelmina', 'Okonkwo', secret, someone.email, '@', someone.access])
      expect(sent).not.toContain(text)
    expect(sent).not.toContain(user.chatId)
    expect(sent).not.toContain(user.token)
    expect(sent).not.toContain(running.model.url)
  })
})

test('a server without an endpoint loads no exporter and sends nothing', async () => {
  const storage = await createTestStorage('sqlite', { migrated: true })
  onTestFinished(() => storage.remove())
  const model = await startModelServer()
  onTestFinished(() => model.close())
  const env = {
    ...environmentOf(storage, { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' }),
    NODE_DEBUG: 'module',
    OTEL_SERVICE_NAME: 'companion-test',
  }
  // Node says which packages the sources load; the bundle has them in files of its own.
  const server = await startServerProcess(env, join(projectRoot, 'server/main.ts'))
  const user = await createChatUser(createTestClient(server.address))
  await user.say('Hello')
  const { stderr } = await server.kill('SIGTERM')
  expect(stderr).toContain('prom-client')
  expect(stderr).not.toMatch(/sdk-trace|sdk-metrics|exporter-(?:trace|metrics)/)
  expect(model.headers.at(-1)).not.toHaveProperty('traceparent')
  expect(model.headers.at(-1)).toHaveProperty('x-request-id')
})

test('a server whose collector is down answers, says so once in the log, and stops in time', async () => {
  const storage = await createTestStorage('sqlite', { migrated: true })
  onTestFinished(() => storage.remove())
  const collector = await startOtlpCollector()
  await collector.close()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '10', SCORING: 'off' }
  const server = await startServerProcess(environmentOf(storage, { ...env, OTEL_EXPORTER_OTLP_TIMEOUT: '300' }))
  const user = await createChatUser(createTestClient(server.address))
  expect((await user.say('Hello')).assistant_message.status).toBe('complete')
  const { code, stdout } = await server.kill('SIGTERM')
  expect(code).toBe(0)
  expect(stdout.match(/traces or metrics could not be exported/g)).toHaveLength(1)
})

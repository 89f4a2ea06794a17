import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createJudgeSide, type JudgeSide } from './judge-script.ts'
import { type ModelBehaviour, Script, type SeenRequest } from './model-script.ts'
import { createSpeechSide, type SpeechSide } from './speech-side.ts'

export interface ModelServer {
  /** The base URL, up to and including `/v1`. */
  url: string
  /** Sets the answer to the next question without a script; a list of tokens waits for its release. */
  next(behaviour: ModelBehaviour | readonly string[]): Script
  /** The behaviour for questions without a script. */
  otherwise: ModelBehaviour
  /** The ids of its models, in order. It answers for any other too. */
  models: readonly string[]
  /** Whether requests with tools are accepted; by default they are. */
  knowsTools: boolean
  /** The requests, oldest first. */
  requests: SeenRequest[]
  /** The headers of these requests. */
  headers: IncomingHttpHeaders[]
  /** The texts of the last request without the system prompt; undefined before the first. */
  lastTurns(): string[] | undefined
  /** Requests for scores, which are not among `requests` and use no script of a question. */
  judge: JudgeSide
  /** Requests for transcriptions and speech. */
  speech: SpeechSide
  close(): Promise<void>
}

/** A small server with OpenAI's chat completions API, whose behaviour a test chooses. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const scripts: Script[] = []
  const judging = createJudgeSide()
  const speaking = createSpeechSide()

  const server = createServer((request, response) => {
    if (request.url === '/v1/models') {
      sendJson(response, 200, { object: 'list', data: model.models.map((id) => ({ id, object: 'model' })) })
    } else if (request.url === '/v1/chat/completions' && request.method === 'POST') {
      void complete(request, response)
    } else if (request.url === '/v1/audio/transcriptions' && request.method === 'POST') {
      void speaking.transcribe(request, response)
    } else if (request.url === '/v1/audio/speech' && request.method === 'POST') {
      void speaking.speak(request, response)
    } else sendJson(response, 404, { error: { message: 'no such path' } })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    next(behaviour) {
      const script = new Script(isTokens(behaviour) ? { tokens: behaviour, holdAt: 0 } : behaviour)
      scripts.push(script)
      return script
    },
    otherwise: {},
    models: ['small-model'],
    knowsTools: true,
    requests: [],
    headers: [],
    lastTurns: () =>
      model.requests
        .at(-1)
        ?.messages.slice(1)
        .map(({ content }) => content),
    judge: judging.side,
    speech: speaking.side,
    close: () => close(server),
  }

  async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = (await readJson(request)) as SeenRequest
    if (judging.isForJudge(asked)) return judging.judge(response, asked)
    model.requests.push(asked)
    model.headers.push(request.headers)
    if (asked.tools !== undefined && !model.knowsTools) return refuse(response, 400, undefined)
    const script = scripts.shift() ?? new Script(model.otherwise)
    script.wasAsked()
    response.once('close', () => script.end(response.writableFinished ? 'finished' : 'cancelled'))
    const { status, retryAfter } = script.behaviour
    if (status !== undefined) refuse(response, status, retryAfter)
    else if (asked.stream) await stream(response, asked, script)
    else sendWhole(response, asked, script.behaviour)
  }
  return model
}

async function stream(response: ServerResponse, asked: SeenRequest, script: Script): Promise<void> {
  const calls = callsOf(script.behaviour)
  const isCall = calls.length > 0
  const { reasoning = [], tokens = isCall ? [] : defaultTokens(asked), paceMs = 0, end = 'stop' } = script.behaviour
  if (script.behaviour.areHeadersHeld) await script.mayGo(0)
  if (response.destroyed) return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const deltas = [
    ...reasoning.map((text) => ({ reasoning_content: text })),
    ...tokens.map((text) => ({ content: text })),
    ...calls,
  ]
  for (const [index, delta] of deltas.entries()) {
    await script.mayGo(index)
    if (response.destroyed) return
    if (paceMs > 0) await delay(paceMs)
    await send(response, { model: asked.model, choices: [{ index: 0, delta }] })
    script.wasSent()
  }
  await script.mayGo(deltas.length)
  if (response.destroyed) return
  if (end === 'destroy') response.destroy()
  else if (end === 'nonsense') response.end('data: {"choices": [{"delta": \n\ndata: <html>\n\n')
  else if (end === 'truncate') response.end()
  else {
    const usage = script.behaviour.usage ?? { prompt_tokens: asked.messages.length, completion_tokens: deltas.length }
    await finish(response, asked, usage, isCall ? 'tool_calls' : end)
  }
  script.end('finished')
}

/** The deltas of tool calls: each begins with its name, and its arguments come in two halves. */
function callsOf({ searches = [], call }: ModelBehaviour): object[] {
  const calls = searches.map((query) => ({ name: 'web_search', arguments: JSON.stringify({ query }) }))
  if (call) calls.push(call)
  return calls.flatMap(({ name, arguments: text }, index) => {
    const half = Math.ceil(text.length / 2)
    const first = { index, id: `call-${index}`, type: 'function', function: { name, arguments: text.slice(0, half) } }
    const rest = { index, function: { arguments: text.slice(half) } }
    return [{ tool_calls: [first] }, { tool_calls: [rest] }]
  })
}

/** Resolves when the chunk has left this process, so that a later disconnect comes after it. */
function send(response: ServerResponse, chunk: object): Promise<void> {
  const common = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000 }
  return new Promise((resolve) =>
    response.write(`data: ${JSON.stringify({ ...common, ...chunk })}\n\n`, () => resolve()),
  )
}

async function finish(
  response: ServerResponse,
  asked: SeenRequest,
  counted: { prompt_tokens: number; completion_tokens: number },
  finish_reason: string,
): Promise<void> {
  const usage = { ...counted, total_tokens: counted.prompt_tokens + counted.completion_tokens }
  await send(response, { model: asked.model, choices: [{ index: 0, delta: {}, finish_reason }] })
  await send(response, { model: asked.model, choices: [], usage })
  response.end('data: [DONE]\n\n')
}

function sendWhole(response: ServerResponse, asked: SeenRequest, behaviour: ModelBehaviour): void {
  const { reasoning = [], tokens = defaultTokens(asked) } = behaviour
  const thought = reasoning.length === 0 ? {} : { reasoning_content: reasoning.join('') }
  const message = { role: 'assistant', content: tokens.join(''), ...thought }
  sendJson(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: asked.model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: asked.messages.length, completion_tokens: tokens.length, total_tokens: 0 },
  })
}

function refuse(response: ServerResponse, status: number, retryAfter: number | undefined): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  sendJson(response, status, { error: { message: 'a secret of the provider', type: 'error' } })
}

function defaultTokens({ messages }: SeenRequest): string[] {
  return `You said: ${messages.at(-1)?.content ?? ''}`.match(/\s*\S+/g) ?? []
}

const isTokens = (behaviour: ModelBehaviour | readonly string[]): behaviour is readonly string[] =>
  Array.isArray(behaviour)

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString())
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

if (import.meta.main) {
  const model = await startModelServer(Number(process.argv[2] ?? 0))
  model.otherwise = { paceMs: 30 }
  console.log(`ASSISTANT_BASE_URL=${model.url}\nSPEECH_BASE_URL=${model.url}`)
}

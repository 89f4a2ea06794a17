import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formOf } from './form.ts'
import { createStripeModel, type StripeModel, type StripeProblem } from './model.ts'

export const STRIPE_KEY = 'sk_test_companion'
export const WEBHOOK_SECRET = 'whsec_companion'

export interface StripeRequest {
  method: string
  path: string
  form: Record<string, unknown>
  idempotencyKey: string | undefined
}

/**
 * A fault of a request: `lost` performs it and drops the response; `until` delays the response, whose content is of the
 * time of the request.
 */
export type StripeFault = { status: number; code?: string } | { until: Promise<void> } | 'cut' | 'lost'

export interface StripeServer extends StripeModel {
  /** The value for STRIPE_API_BASE. */
  url: string
  /** The settings of a server that uses this Stripe. */
  env: Record<string, string>
  requests: StripeRequest[]
  /** Called first; may return a fault for the request. */
  intercept: ((request: StripeRequest) => StripeFault | undefined) | undefined
  close(): Promise<void>
}

interface Answer {
  status: number
  body: unknown
}

/**
 * The part of Stripe's REST API that this product uses: form-encoded bodies, idempotency keys that repeat a response
 * and reject another body, objects with many more fields than are read.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const model = createStripeModel()
  const repeats = new Map<string, { text: string; answer: Promise<Answer> }>()
  const http = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe')
    let text = ''
    for await (const chunk of request) text += chunk
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    const path = url.pathname
    const form = formOf(text === '' ? url.search.slice(1) : text)
    const received: StripeRequest = { method: request.method ?? '', path, form, idempotencyKey }
    self.requests.push(received)
    const fault = self.intercept?.(received)
    if (fault === 'cut') return void response.destroy()
    const isRefused = typeof fault === 'object' && 'status' in fault
    const done = isRefused ? failure(fault) : await perform(received, text, request.headers)
    if (fault === 'lost') return void response.destroy()
    if (typeof fault === 'object' && 'until' in fault) await fault.until
    response.writeHead(done.status, { 'content-type': 'application/json', 'request-id': `req_${self.requests.length}` })
    response.end(JSON.stringify(done.body))
  }

  async function perform(request: StripeRequest, text: string, headers: IncomingMessage['headers']): Promise<Answer> {
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`) return failure({ status: 401, code: 'api_key_invalid' })
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (text !== '' && !isForm) return failure({ status: 400, code: 'not_a_form' })
    const { idempotencyKey: key } = request
    if (key === undefined || request.method !== 'POST') return run(request)
    const known = repeats.get(key)
    if (known !== undefined && known.text !== text + request.path) {
      return failure({ status: 400, code: 'idempotency_key_in_use', type: 'idempotency_error' })
    }
    const fresh = known ?? { text: text + request.path, answer: run(request) }
    repeats.set(key, fresh)
    return fresh.answer
  }

  async function run({ method, path, form }: StripeRequest): Promise<Answer> {
    try {
      // The state at this moment, whenever the response arrives.
      return { status: 200, body: structuredClone(model.call(method, path, form)) }
    } catch (error) {
      return failure({ status: 400, code: 'test_server_broke', ...(error as Partial<StripeProblem>) })
    }
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const self: StripeServer = Object.assign(model, {
    url,
    env: { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_BASE: url },
    requests: [],
    intercept: undefined,
    close: () => {
      http.closeAllConnections()
      return new Promise<void>((resolve) => http.close(() => resolve()))
    },
  })
  return self
}

function failure(problem: { status: number; code?: string; type?: string; param?: string }): Answer {
  const { status, code, type, param } = problem
  const kind = type ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { status, body: { error: { type: kind, code: code ?? 'unknown', param, message: `Words of ${code}` } } }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { STRIPE_API_VERSION } from '#server/providers/payments/stripe-client.ts'
import { formOf } from './form.ts'
import { createStripeModel } from './model.ts'
import type { StripeModel, StripeProblem } from './state.ts'

export const STRIPE_KEY = 'sk_test_companion'
export const WEBHOOK_SECRET = 'whsec_companion'

interface StripeRequest {
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
 * The part of Stripe's REST API that this product uses: form-encoded bodies with known parameters only, one version,
 * idempotency keys that repeat a response and reject another body, objects with all the fields that Stripe publishes.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const model = createStripeModel()
  /** Without an answer while the first request with the key is under way. */
  const repeats = new Map<string, { text: string; answer: Answer | undefined }>()
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
    const repeat = isRefused ? undefined : repeatOf(received, text)
    const done = isRefused ? failure(fault) : (repeat ?? perform(received, text, request.headers))
    if (typeof fault === 'object' && 'until' in fault) await fault.until
    if (repeat === undefined && !isRefused) keep(received, done)
    if (fault === 'lost') return void response.destroy()
    const replayed = repeat === undefined ? {} : { 'idempotent-replayed': 'true' }
    const headers = { 'content-type': 'application/json', 'request-id': `req_${self.requests.length}`, ...replayed }
    response.writeHead(done.status, headers)
    response.end(JSON.stringify(done.body))
  }

  /** The response to a request that was made before with the same key. */
  function repeatOf({ idempotencyKey: key, method, path }: StripeRequest, text: string): Answer | undefined {
    const known = key === undefined || method !== 'POST' ? undefined : repeats.get(key)
    if (known === undefined) return undefined
    if (known.text !== text + path) return failure({ status: 400, type: 'idempotency_error' })
    return known.answer ?? failure({ status: 409, code: 'idempotency_key_in_use' })
  }

  function keep({ idempotencyKey: key }: StripeRequest, answer: Answer): void {
    const known = key === undefined ? undefined : repeats.get(key)
    if (known !== undefined) known.answer = answer
  }

  function perform(request: StripeRequest, text: string, headers: IncomingMessage['headers']): Answer {
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`) return failure({ status: 401, code: 'api_key_invalid' })
    if (headers['stripe-version'] !== STRIPE_API_VERSION) return failure({ status: 400, code: 'api_version' })
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (text !== '' && !isForm) return failure({ status: 400, code: 'not_a_form' })
    const { idempotencyKey: key, method, path, form } = request
    if (key !== undefined && method === 'POST') repeats.set(key, { text: text + path, answer: undefined })
    try {
      // The state at this moment, whenever the response arrives.
      return { status: 200, body: structuredClone(model.call(method, path, form)) }
    } catch (error) {
      if (error instanceof Error) throw error
      const problem: StripeProblem = { status: 400, ...(error as Partial<StripeProblem>) }
      // Stripe keeps no key of a request that it rejected before it did anything, but that of a declined card.
      if (key !== undefined && problem.status !== 402) repeats.delete(key)
      return failure(problem)
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

function failure({ status, code, type, param }: StripeProblem): Answer {
  const kind = type ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { status, body: { error: { type: kind, code, param, message: `Words of ${code ?? param}` } } }
}

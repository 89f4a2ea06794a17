import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { ResponseOf } from '#contract/endpoint.ts'
import { API_BASE, type BodyInput, type Endpoint, type ParamsInput, type QueryInput } from '#contract/endpoint.ts'
import { register } from '#contract/endpoints/accounts.ts'
import { checkout, listPlans } from '#contract/endpoints/subscriptions.ts'
import type { Authenticated } from '#contract/objects/user.ts'

interface Common {
  /** An access token. */
  token?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Path and query values may be given as numbers and booleans. */
type Loose<T> = { [K in keyof T]: T[K] | number | boolean }

export type TestInput<E extends Endpoint> = Common &
  (ParamsInput<E> extends undefined ? unknown : { params: Loose<ParamsInput<E>> }) &
  (QueryInput<E> extends undefined ? unknown : { query?: Loose<QueryInput<E>> }) &
  (BodyInput<E> extends undefined ? unknown : { body: BodyInput<E> })

/** The response body, parsed when it is JSON. */
export interface Reply {
  status: number
  headers: Headers
  body: unknown
  text: string
}

export interface TestUser extends Authenticated {
  id: number
  email: string
  password: string
}

export interface TestClient {
  /** Returns the success body that the contract declares, parsed; throws with the response text on any other status. */
  call<E extends Endpoint>(endpoint: E, input: TestInput<E>): Promise<ResponseOf<E>>
  /** Returns the reply to a call of the contract, whatever its status. */
  reply<E extends Endpoint>(endpoint: E, input: TestInput<E>): Promise<Reply>
  /** Returns the raw response to a call of the contract, for event streams. */
  open<E extends Endpoint>(endpoint: E, input: TestInput<E>): Promise<Response>
  /** Sends any request; `path` from the root of the server. */
  send(path: string, init?: RequestInit): Promise<Reply>
  /** Registers a new user. */
  registerUser(details?: Partial<BodyInput<typeof register>>): Promise<TestUser>
  /** Registers a user and starts the free trial. */
  registerSubscriber(details?: Partial<BodyInput<typeof register>>): Promise<TestUser>
}

interface LooseInput extends Common {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** A small client without retries or refreshes, for tests of the server. */
export function createTestClient(address: string): TestClient {
  const open: TestClient['open'] = (endpoint, input) => fetch(...request(address, endpoint, input))

  const reply: TestClient['reply'] = async (endpoint, input) => read(await open(endpoint, input))

  const call: TestClient['call'] = async (endpoint, input) => {
    const { status, body, text } = await reply(endpoint, input)
    const declared = (endpoint as Endpoint).responses[status]
    if (declared === undefined) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`)
    return (typeof declared === 'string' ? undefined : v.parse(declared, body)) as ResponseOf<typeof endpoint>
  }

  const registerUser: TestClient['registerUser'] = async (details) => {
    const email = `${randomUUID()}@example.org`
    const password = 'a quiet evening'
    const body = { email, password, first_name: 'Ada', last_name: 'Lovelace', ...details }
    const authenticated = await call(register, { body })
    return { ...authenticated, id: authenticated.user.id, email: body.email, password: body.password }
  }

  return {
    open,
    reply,
    call,
    registerUser,
    send: async (path, init) => read(await fetch(new URL(path, address), init)),
    async registerSubscriber(details) {
      const user = await registerUser(details)
      const trial = (await call(listPlans, {})).find((plan) => plan.price === '0.00')
      if (trial === undefined) throw new Error('no free plan is offered')
      await call(checkout, { token: user.access, body: { plan_id: trial.id } })
      return user
    },
  }
}

function request(address: string, endpoint: Endpoint, input: LooseInput): [URL, RequestInit] {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const url = new URL(API_BASE + path, address)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers = new Headers(input.headers)
  if (input.token !== undefined) headers.set('Authorization', `Bearer ${input.token}`)
  const isRaw = input.body instanceof Blob
  if (input.body !== undefined) headers.set('Content-Type', isRaw ? 'application/octet-stream' : 'application/json')
  const init: RequestInit = { method: endpoint.method, headers }
  if (input.body !== undefined) init.body = input.body instanceof Blob ? input.body : JSON.stringify(input.body)
  if (input.signal !== undefined) init.signal = input.signal
  return [url, init]
}

async function read(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = text !== '' && (response.headers.get('content-type')?.includes('json') ?? false)
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined, text }
}

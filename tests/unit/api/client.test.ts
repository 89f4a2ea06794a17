import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Api, createApi } from '#api/client.ts'
import { clientMessages } from '#api/client-messages.ts'
import {
  isApiError,
  isNetworkError,
  isSignedOutError,
  isTimeoutError,
  isTokenError,
  isUnexpectedResponseError,
} from '#api/errors.ts'
import { login, validateSso } from '#contract/endpoints/accounts.ts'
import { getUser, listUsers } from '#contract/endpoints/admin.ts'
import { deleteChat, getChat, listChats, updateChat } from '#contract/endpoints/chats.ts'
import { type MemoryTokens, memoryTokens } from '#support/device/memory-tokens.ts'
import { coded, type Handler, type StubServer, startStubServer } from '#support/servers/stub-server.ts'

const CHAT = '01912345-0000-7000-8000-000000000001'
const page = { results: [], next_cursor: null, deleted: [], synced_at: '2026-01-01T00:00:00.000Z' }
let server: StubServer
let tokens: MemoryTokens
let api: Api
let valid: string
let refreshes: number

/** Access tokens a1, a2, …: only the newest is valid; refreshing r<n> returns the next pair. */
const handler: Handler = ({ path, token, json }) => {
  if (path === '/accounts/token/refresh/') {
    refreshes += 1
    const n = Number(String(json.refresh).slice(1)) + 1
    valid = `a${n}`
    return { status: 200, json: { access: valid, refresh: `r${n}` } }
  }
  if (token !== valid) return coded(401, 'token_not_valid')
  return path === '/companion/chats/' ? { status: 200, json: page } : undefined
}

beforeEach(async () => {
  valid = 'a1'
  refreshes = 0
  tokens = memoryTokens({ userId: 7, access: 'a1', refresh: 'r1' })
  server = await startStubServer(handler)
  api = createApi({ baseUrl: server.url, tokens, language: () => 'es' })
})
afterEach(() => server.close())

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error) => error,
  )

describe('a request', () => {
  it('has token, language, encoded parameters, query and JSON body', async () => {
    server.intercept = () => coded(404, 'not_found')
    await failure(api.call(getUser, { params: { id: 'a/b?c' } }))
    await failure(api.call(listUsers, { query: { search: 'José & co', page: 2 } }))
    await failure(api.call(updateChat, { params: { id: CHAT }, body: { title: 'ñ' } }))
    const [first, second, third] = server.arrived
    expect(first?.path).toBe('/accounts/users/a%2Fb%3Fc/')
    expect(first?.headers).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer a1',
      'accept-language': 'es',
    })
    expect(Object.fromEntries(second?.query ?? [])).toEqual({ search: 'José & co', page: '2' })
    expect(third).toMatchObject({ method: 'PATCH', json: { title: 'ñ' } })
    expect(server.arrived.map(({ headers }) => headers['content-type'])).toEqual([
      undefined,
      undefined,
      'application/json',
    ])
  })

  it('carries an id, which it keeps when it is sent again with a refreshed token', async () => {
    valid = 'expired'
    await api.call(listChats, {})
    await api.call(listChats, {})
    const ids = server.arrived.map(({ path, headers }) => [path, headers['x-request-id']])
    const [first, refresh, again, next] = ids.map(([, id]) => id)
    expect(ids.map(([path]) => path)).toEqual([
      '/companion/chats/',
      '/accounts/token/refresh/',
      '/companion/chats/',
      '/companion/chats/',
    ])
    expect(again).toBe(first)
    expect(new Set([first, refresh, next]).size).toBe(3)
    expect(ids.every(([, id]) => /^[0-9a-f-]{36}$/.test(String(id)))).toBe(true)
  })

  it('is sent again whole with a refreshed token, with its body and headers', async () => {
    valid = 'expired'
    server.intercept = ({ path, token }) =>
      path.endsWith(`${CHAT}/`) && token === valid ? coded(404, 'not_found') : undefined
    await failure(api.call(updateChat, { params: { id: CHAT }, body: { title: 'ñ' }, headers: { prefer: 'x' } }))
    const [first, , again] = server.arrived
    expect(again).toMatchObject({ method: 'PATCH', path: first?.path, json: { title: 'ñ' }, token: 'a2' })
    expect(again?.headers).toMatchObject({ prefer: 'x', 'accept-language': 'es', 'content-type': 'application/json' })
  })

  it('removes its listener from the caller’s signal, which may end much later', async () => {
    const { signal } = new AbortController()
    await api.call(listChats, { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('carries no token while nobody is signed in', async () => {
    tokens.current = null
    await failure(api.call(login, { body: { email: 'x', password: 'y' } }))
    expect(server.arrived.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  it('is sent when the user that it names is signed in', async () => {
    expect(await api.call(listChats, { as: 7 })).toEqual(page)
  })

  it('returns the parsed body, and undefined for an empty one', async () => {
    expect(await api.call(listChats, {})).toEqual(page)
    server.intercept = () => (response) => void response.writeHead(204).end()
    expect(await api.call(deleteChat, { params: { id: CHAT } })).toBeUndefined()
  })

  it('sends and stores no cookies: the bearer token is the only credential', async () => {
    const modes: unknown[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      modes.push(input instanceof Request ? input.credentials : init?.credentials)
      return globalThis.fetch(input, init)
    }
    await createApi({ baseUrl: server.url, tokens, language: () => 'es', fetch }).call(listChats, {})
    expect(modes).toEqual(['omit'])
  })

  it('is not sent when the user that it names is not signed in', async () => {
    expect(isSignedOutError(await failure(api.call(listChats, { as: 8 })))).toBe(true)
    tokens.current = null
    expect(isSignedOutError(await failure(api.call(listChats, { as: 7 })))).toBe(true)
    expect(server.arrived).toEqual([])
  })
})

describe('an error', () => {
  it('has code, status, times and field messages', async () => {
    server.intercept = () => coded(429, 'limit_reached', { 'retry-after': '7' }, { resets_at: '2026-02-01T00:00:00Z' })
    const limit = await failure(api.call(listChats, {}))
    expect(limit).toMatchObject({ code: 'limit_reached', status: 429, retryAfterMs: 7000, recognised: true })
    expect(limit).toMatchObject({ message: 'Words of limit_reached', resetsAt: '2026-02-01T00:00:00Z' })
    server.intercept = () => ({ status: 400, json: { email: ['Invalid email'], age: 'Too low' } })
    const fields = await failure(api.call(login, { body: { email: 'x', password: 'y' } }))
    expect(fields).toMatchObject({ code: 'bad_request', fields: { email: ['Invalid email'], age: ['Too low'] } })
  })

  it('is distinguished from one of the server when it is of a proxy or a captive portal', async () => {
    server.intercept = () => ({ status: 403, text: '<h1>Log in to the Wi-Fi</h1>' })
    const portal = await failure(api.call(listChats, {}))
    expect(portal).toMatchObject({ status: 403, code: 'unknown', recognised: false })
    server.intercept = () => ({ status: 200, text: '<h1>Welcome to the Wi-Fi</h1>' })
    expect(isUnexpectedResponseError(await failure(api.call(listChats, {})))).toBe(true)
    server.intercept = () => ({ status: 200, json: { results: 'none' } })
    expect(isUnexpectedResponseError(await failure(api.call(listChats, {})))).toBe(true)
  })

  it('is a NetworkError when the network fails, also when the response breaks off', async () => {
    server.intercept = () => 'cut'
    expect(isNetworkError(await failure(api.call(listChats, {})))).toBe(true)
    server.intercept = () => (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"results":')
      setImmediate(() => response.destroy())
    }
    const cut = await failure(api.call(listChats, {}))
    expect([isNetworkError(cut), (cut as Error).message]).toEqual([true, clientMessages.network.es])
  })

  it('is a TimeoutError after a timeout, whether the headers or the rest of the body are missing', async () => {
    server.intercept = () => () => undefined
    expect(isTimeoutError(await failure(api.call(listChats, { timeoutMs: 50 })))).toBe(true)
    expect(isTimeoutError(await failure(api.request(listChats, { timeoutMs: 50 })))).toBe(true)
    server.intercept = () => (response) => void response.writeHead(200).write('{')
    expect(isTimeoutError(await failure(api.call(listChats, { timeoutMs: 50 })))).toBe(true)
  })

  it('is the caller’s abort reason when the request was aborted', async () => {
    const stop = new AbortController()
    server.intercept = () => () => stop.abort('enough')
    expect(await failure(api.call(listChats, { signal: stop.signal }))).toBe('enough')
  })
})

describe('a rejected access token', () => {
  it('causes one refresh for a hundred calls, all of which succeed', async () => {
    valid = 'expired'
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.call(listChats, {})))
    expect(answers).toEqual(Array(100).fill(page))
    expect(refreshes).toBe(1)
    expect(tokens.current).toEqual({ userId: 7, access: 'a2', refresh: 'r2' })
  })

  it('causes one refresh within a context without Web Locks too', async () => {
    valid = 'expired'
    const alone = createApi({ baseUrl: server.url, tokens, language: () => 'en', locks: undefined })
    await Promise.all(Array.from({ length: 10 }, () => alone.call(listChats, {})))
    expect(refreshes).toBe(1)
  })

  it('is recognised by its status and its code', async () => {
    for (const refusal of [coded(403, 'token_not_valid'), coded(401, 'invalid_credentials')]) {
      server.intercept = ({ path }) => (path === '/companion/chats/' ? refusal : undefined)
      expect(isTokenError(await failure(api.call(listChats, {})))).toBe(false)
    }
    expect(refreshes).toBe(0)
  })

  it('is not refreshed when the user has signed out since', async () => {
    valid = 'expired'
    tokens.reread = async () => null
    expect(isTokenError(await failure(api.call(listChats, {})))).toBe(true)
    expect(refreshes).toBe(0)
  })

  it('is not refreshed again when another context has already done so', async () => {
    valid = 'a9'
    tokens.reread = async () => ({ userId: 7, access: 'a9', refresh: 'r9' })
    await api.call(listChats, {})
    expect(refreshes).toBe(0)
  })

  it('is refreshed under the lock that all contexts share', async () => {
    const asked: string[] = []
    const locks = {
      request: async <T>(name: string, _: object, work: () => Promise<T>) => {
        asked.push(name)
        return work()
      },
    }
    valid = 'expired'
    await createApi({ baseUrl: server.url, tokens, language: () => 'en', locks }).call(listChats, {})
    expect(asked).toEqual(['companion:refresh'])
  })

  it('is retried once, not for ever', async () => {
    server.intercept = ({ path }) => (path === '/companion/chats/' ? coded(401, 'token_not_valid') : undefined)
    expect(isTokenError(await failure(api.call(listChats, {})))).toBe(true)
    expect(server.arrived.map(({ path }) => path)).toEqual([
      '/companion/chats/',
      '/accounts/token/refresh/',
      '/companion/chats/',
    ])
    expect(tokens.refusals).toEqual([])
  })

  it.each([400, 401])('signs the user out when the refresh is rejected with %i', async (status) => {
    valid = 'expired'
    server.intercept = ({ path }) => (path.includes('refresh') ? coded(status, 'token_not_valid') : undefined)
    const errors = await Promise.all([failure(api.call(listChats, {})), failure(api.call(listChats, {}))])
    expect(errors.every(isTokenError)).toBe(true)
    expect(tokens.refusals).toEqual([{ userId: 7, access: 'a1', refresh: 'r1' }])
  })

  it.each([
    ['a cut', 'cut' as const],
    ['a 500', coded(500, 'internal_error')],
    ['a rate limit', coded(429, 'rate_limited')],
    ['a proxy', { status: 401, text: '<h1>401</h1>' }],
    ['a proxy that calls it a bad request', { status: 400, text: '<h1>400</h1>' }],
    ['a refusal for another reason', coded(401, 'invalid_credentials')],
    ['a refusal of another kind', coded(403, 'token_not_valid')],
    ['a missing page', coded(404, 'not_found')],
  ])('keeps the user signed in when the refresh fails with %s', async (_, reply) => {
    valid = 'expired'
    server.intercept = ({ path }) => (path.includes('refresh') ? reply : undefined)
    expect(isNetworkError(await failure(api.call(listChats, {})))).toBe(true)
    expect(tokens.refusals).toEqual([])
    expect(tokens.current).toEqual({ userId: 7, access: 'a1', refresh: 'r1' })
    server.intercept = undefined
    expect(await api.call(listChats, {})).toEqual(page)
  })

  it('is not retried with the token of another user who has signed in since', async () => {
    valid = 'expired'
    server.intercept = ({ path }) => {
      if (path === '/companion/chats/') tokens.current = { userId: 8, access: 'b1', refresh: 's1' }
      return undefined
    }
    expect(isTokenError(await failure(api.call(listChats, {})))).toBe(true)
    tokens.current = { userId: 7, access: 'a1', refresh: 'r1' }
    expect(isSignedOutError(await failure(api.call(listChats, { as: 7 })))).toBe(true)
    expect(server.arrived.map(({ token }) => token)).toEqual(['a1', 'a1'])
  })

  it('is ignored on a public call and with another error code', async () => {
    server.intercept = () => coded(401, 'token_not_valid')
    expect(isApiError(await failure(api.call(validateSso, { body: { token: 't' } })))).toBe(true)
    server.intercept = () => coded(401, 'invalid_credentials')
    expect(isApiError(await failure(api.call(getChat, { params: { id: CHAT } })))).toBe(true)
    expect(server.arrived.length).toBe(2)
  })
})

import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anySignal } from '#api/any-signal.ts'
import { buildBody, buildPath } from '#api/build-request.ts'
import { ApiError, NetworkError, SignedOutError, TimeoutError, UnexpectedResponseError } from '#api/errors.ts'
import { isExpectedError, isUnreachable } from '#api/expected-error.ts'
import { readError } from '#api/read-error.ts'
import { readSuccess } from '#api/read-success.ts'
import { login } from '#contract/endpoints/accounts.ts'
import { getUser, listUsers } from '#contract/endpoints/admin.ts'
import { deleteChat, listChats } from '#contract/endpoints/chats.ts'
import { uploadChunk } from '#contract/endpoints/files.ts'

afterEach(() => void vi.useRealTimers())

describe('the path of a request', () => {
  it('requires each of its parameters to be non-empty', () => {
    expect(buildPath(getUser, { params: { id: 7 } })).toBe('/api/v1/accounts/users/7/')
    expect(() => buildPath(getUser, { params: { id: '' } })).toThrow(RangeError)
    expect(() => buildPath(getUser, { params: {} })).toThrow(RangeError)
    expect(() => buildPath(getUser, {})).toThrow(RangeError)
  })

  it('contains the query parameters that have a value, and no question mark without any', () => {
    const query = { search: 'a b', page: 0, ordering: undefined, role: null }
    expect(buildPath(listUsers, { query })).toBe('/api/v1/accounts/users/?search=a+b&page=0')
    expect(buildPath(listUsers, { query: {} })).toBe('/api/v1/accounts/users/')
    expect(buildPath(listUsers, {})).toBe('/api/v1/accounts/users/')
  })
})

describe('the body of a request', () => {
  it('is JSON, or absent', () => {
    expect(buildBody(login, { email: 'é' })).toEqual({ body: '{"email":"é"}', type: 'application/json' })
    expect(buildBody(login, undefined)).toEqual({})
  })

  it('is a form when a file is sent, with its own content type and without empty values', () => {
    const file = new Blob(['x'])
    const form = { ...login, bodyType: 'multipart' } as const
    const { body, type } = buildBody(form, { file, size: 3, name: undefined })
    expect(type).toBeUndefined()
    const fields = body instanceof FormData ? [...body.entries()] : []
    expect(fields.map(([name, value]) => [name, value instanceof Blob ? value.size : value])).toEqual([
      ['file', 1],
      ['size', '3'],
    ])
  })
})

describe('the body of a request that sends bytes', () => {
  it('is the Blob as it is', () => {
    const chunk = new Blob(['x'])
    expect(buildBody(uploadChunk, chunk)).toEqual({ body: chunk, type: 'application/octet-stream' })
  })
})

describe('an error response of the server', () => {
  const read = (body: string, init: ResponseInit = {}) => readError(new Response(body, { status: 400, ...init }))

  it('has a code, a message or both', async () => {
    expect(await read('{"code":"a_code"}')).toMatchObject({ code: 'a_code', message: '', recognised: true })
    expect(await read('{"message":"Words"}')).toMatchObject({ code: 'unknown', message: 'Words', recognised: true })
    expect(await read('{"detail":"Old words","code":"a_code"}')).toMatchObject({ message: 'Old words' })
    expect(await read('{"detail":"Only these"}')).toMatchObject({ code: 'bad_request', message: 'Only these' })
  })

  it('can name fields, and takes the first field message as its own', async () => {
    const error = await read('{"email":["Bad","Worse"],"age":"Low"}')
    expect(error).toMatchObject({ code: 'bad_request', message: 'Bad', recognised: true })
    expect(error.fields).toEqual({ email: ['Bad', 'Worse'], age: ['Low'] })
    expect(await read('{"email":[]}')).toMatchObject({ code: 'bad_request', message: '' })
  })

  it('was not sent by our server without any of these', async () => {
    const [text, empty, object] = [await read('<h1>No</h1>'), await read(''), await read('{}')]
    expect([text, empty, object].map(({ recognised, code }) => [recognised, code])).toEqual(
      Array(3).fill([false, 'unknown']),
    )
    expect([text.body, empty.body]).toEqual(['<h1>No</h1>', undefined])
    expect(await read('', { statusText: 'Bad Request' })).toMatchObject({ message: '400 Bad Request' })
    expect(empty.message).toBe('400')
  })

  it('states the Retry-After in seconds or as a date, never in the past', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T10:00:00Z') })
    const delayOf = async (value: string) => (await read('', { headers: { 'retry-after': value } })).retryAfterMs
    expect([await delayOf('7'), await delayOf('120'), await delayOf(' 30 ')]).toEqual([7_000, 120_000, 30_000])
    expect(await delayOf('Sun, 22 Nov 2026 10:01:00 GMT')).toBe(60_000)
    expect(await delayOf('Sun, 22 Nov 2026 09:00:00 GMT')).toBe(0)
    expect([await delayOf('soon'), await delayOf('7 or so'), await delayOf('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a success response', () => {
  const read = (endpoint: typeof listChats | typeof deleteChat, body: string | null, status = 200) =>
    readSuccess(endpoint, new Response(body, { status })).catch((error: unknown) => error)

  it('is rejected with a status outside the contract, and when it should be a stream', async () => {
    expect(await read(listChats, '{}', 201)).toBeInstanceOf(UnexpectedResponseError)
    const stream = { ...listChats, responses: { 200: 'event-stream' } } as unknown as typeof listChats
    expect(await read(stream, '{}')).toBeInstanceOf(UnexpectedResponseError)
  })

  it('is a file or empty where the contract says so', async () => {
    const file = { ...listChats, responses: { 200: 'file' } } as unknown as typeof listChats
    expect(await read(file, 'bytes')).toBeInstanceOf(Blob)
    expect(await read(deleteChat, null, 204)).toBeUndefined()
  })
})

describe('an expected error', () => {
  const refused = new ApiError({ status: 403, code: 'forbidden', message: '', recognised: true })

  it('is one of the network, the session or the server, and not one of our own code', () => {
    const errors = [new NetworkError(''), new TimeoutError(''), new SignedOutError(''), refused, new TypeError('')]
    expect(errors.map(isUnreachable)).toEqual([true, true, false, false, false])
    expect(errors.map(isExpectedError)).toEqual([true, true, true, true, false])
  })
})

describe('a combined abort signal', () => {
  it('aborts with the first of its signals, with its reason, and once', () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const signal = anySignal([first.signal, second.signal])
    const heard = vi.fn()
    signal.addEventListener('abort', heard)
    expect(signal.aborted).toBe(false)
    second.abort('second')
    first.abort('first')
    expect([signal.reason, heard.mock.calls.length]).toEqual(['second', 1])
  })

  it('is aborted from the beginning when one of its signals is', () => {
    const signal = anySignal([new AbortController().signal, AbortSignal.abort('before')])
    expect([signal.aborted, signal.reason]).toEqual([true, 'before'])
  })

  it('follows its signals no longer when it is no longer needed', () => {
    const [long, ended] = [new AbortController(), new AbortController()]
    const signal = anySignal([long.signal, AbortSignal.timeout(60_000)], ended.signal)
    expect(getEventListeners(long.signal, 'abort')).toHaveLength(1)
    ended.abort()
    expect(getEventListeners(long.signal, 'abort')).toHaveLength(0)
    long.abort()
    expect(signal.aborted).toBe(false)
  })
})

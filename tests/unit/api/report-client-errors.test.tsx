import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { codeOf, startErrorReports } from '#api/report-client-errors.ts'
import { buildOf } from '#lib/app-update/build-of.ts'

const sent: unknown[] = []
let setting: unknown = true
let isOnline = true
const fetch = vi.fn(async (url: RequestInfo | URL, init?: RequestInit) => {
  if (!isOnline) throw new TypeError('Failed to fetch')
  if (url === '/api/v1/config/') return Response.json({ error_reports: setting })
  sent.push(JSON.parse(String(init?.body)))
  return new Response(null, { status: 204 })
})

/** Starts the reports on a separate event target, so that tests do not receive each other's errors. */
function start() {
  const target = new EventTarget()
  const add = vi
    .spyOn(globalThis, 'addEventListener')
    .mockImplementation(((name: string, listener: EventListener) =>
      target.addEventListener(name, listener)) as typeof globalThis.addEventListener)
  startErrorReports({ build: 'BSxk12ab', route: () => '/chat/$chatId', source: 'script', fetch })
  add.mockRestore()
  return {
    fail: (error: unknown) => target.dispatchEvent(Object.assign(new Event('error'), { error })),
    reject: (reason: unknown) => target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
  }
}

describe('error reports of the browser', () => {
  beforeEach(() => {
    sent.length = 0
    setting = true
    isOnline = true
    fetch.mockClear()
  })

  it('contain the name of the error, the build and the route, and not its message', async () => {
    const page = start()
    page.fail(new TypeError('dear diary'))
    page.reject(new RangeError('secret'))
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([
      { source: 'script', code: 'TypeError', build: 'BSxk12ab', route: '/chat/$chatId' },
      { source: 'promise', code: 'RangeError', build: 'BSxk12ab', route: '/chat/$chatId' },
    ])
    expect(fetch).toHaveBeenLastCalledWith(
      '/api/v1/client-errors/',
      expect.objectContaining({ credentials: 'omit', keepalive: true }),
    )
  })

  it('are sent once for equal errors, and at most five times', async () => {
    const page = start()
    for (let n = 0; n < 3; n += 1) page.fail(new TypeError(`number ${n}`))
    for (const letter of 'ABCDEFGHI') page.fail(Object.assign(new Error('many'), { name: `Error${letter}` }))
    await vi.waitFor(() => expect(sent).toHaveLength(5))
    expect(sent.filter((report) => JSON.stringify(report).includes('TypeError'))).toHaveLength(1)
    // The server's setting for reports is read once.
    expect(fetch).toHaveBeenCalledTimes(6)
  })

  it('omit network errors, aborted navigations and browser notices', () => {
    const page = start()
    page.fail(null)
    page.reject(new DOMException('gone', 'AbortError'))
    page.reject(Object.assign(new Error('offline'), { name: 'NetworkError' }))
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each([false, undefined, 'on'])('are not sent when the server’s error-report setting is %j', async (value) => {
    setting = value
    start().fail(new TypeError('unheard'))
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
    await fetch.mock.results[0]?.value
    expect(sent).toEqual([])
  })

  it('are dropped offline, and sent for later errors when there is a network again', async () => {
    const page = start()
    isOnline = false
    page.fail(new TypeError('lost'))
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
    await expect(fetch.mock.results[0]?.value).rejects.toThrow()
    isOnline = true
    page.fail(new RangeError('heard'))
    await vi.waitFor(() => expect(sent).toMatchObject([{ code: 'RangeError' }]))
  })

  it('name an API error by its code, and a value that is no Error as such', () => {
    const conflict = new ApiError({ status: 409, code: 'conflict', message: 'x', recognised: true })
    expect(codeOf(conflict)).toBe('ApiError.conflict')
    expect(codeOf(Object.assign(new Error('x'), { name: 'a name with text 1234' }))).toBe('Error')
    expect(codeOf('a text')).toBe('NotAnError')
  })

  it('name the build by the hash of its main file', () => {
    expect(buildOf('http://127.0.0.1:3000/assets/index-BSxk12ab.js')).toBe('BSxk12ab')
    expect(buildOf('http://127.0.0.1:5173/src/entry.ts')).toBe('unbuilt')
  })
})

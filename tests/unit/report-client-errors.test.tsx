import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { buildOf, codeOf, startErrorReports } from '#api/report-client-errors.ts'

const sent: unknown[] = []
const fetch = vi.fn(async (_url: RequestInfo | URL, init?: RequestInit) => {
  sent.push(JSON.parse(String(init?.body)))
  return new Response(null, { status: 204 })
})
let undo: () => void = () => undefined

/** Starts the reports on an event target of their own, so that tests do not hear each other's errors. */
function start(setting = 'on') {
  const target = new EventTarget()
  const add = vi
    .spyOn(globalThis, 'addEventListener')
    .mockImplementation(((name: string, listener: EventListener) =>
      target.addEventListener(name, listener)) as typeof globalThis.addEventListener)
  undo = () => add.mockRestore()
  startErrorReports({ setting, build: 'BSxk12ab', route: () => '/chat/$chatId', source: 'script', fetch })
  undo()
  return {
    fail: (error: unknown) => target.dispatchEvent(Object.assign(new Event('error'), { error })),
    reject: (reason: unknown) => target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
  }
}

describe('reports of errors in the browser', () => {
  beforeEach(() => {
    sent.length = 0
    fetch.mockClear()
  })

  it('carry the name of the error, the build and the route, and not its message', () => {
    const page = start()
    page.fail(new TypeError('dear diary'))
    page.reject(new RangeError('secret'))
    expect(sent).toEqual([
      { source: 'script', code: 'TypeError', build: 'BSxk12ab', route: '/chat/$chatId' },
      { source: 'promise', code: 'RangeError', build: 'BSxk12ab', route: '/chat/$chatId' },
    ])
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/v1/client-errors/')
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', keepalive: true })
  })

  it('are sent once for equal errors, and five times at most for all', () => {
    const page = start()
    for (let n = 0; n < 3; n += 1) page.fail(new TypeError(`number ${n}`))
    expect(sent).toHaveLength(1)
    for (let n = 0; n < 9; n += 1) page.fail(Object.assign(new Error('many'), { name: `Error${n}` }))
    expect(sent).toHaveLength(5)
  })

  it('leave out a missing network, a page that was left, and notices of the browser', () => {
    const page = start()
    page.fail(null)
    page.reject(new DOMException('gone', 'AbortError'))
    page.reject(Object.assign(new Error('offline'), { name: 'NetworkError' }))
    expect(sent).toEqual([])
  })

  it('are not sent when the server does not want them', () => {
    start('off').fail(new TypeError('unheard'))
    start('{{ERROR_REPORTS}}').fail(new TypeError('unheard'))
    expect(fetch).not.toHaveBeenCalled()
  })

  it('name an error of the API with its code, and what is no error as such', () => {
    const conflict = new ApiError({ status: 409, code: 'conflict', message: 'x', recognised: true })
    expect(codeOf(conflict)).toBe('ApiError.conflict')
    expect(codeOf(Object.assign(new Error('x'), { name: 'a name with text' }))).toBe('Error')
    expect(codeOf('a text')).toBe('NotAnError')
  })

  it('name the build by the hash of its main file', () => {
    expect(buildOf('http://127.0.0.1:3000/assets/index-BSxk12ab.js')).toBe('BSxk12ab')
    expect(buildOf('http://127.0.0.1:5173/src/main.tsx')).toBe('unbuilt')
  })
})
